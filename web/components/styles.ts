/** The stylesheets of the plain elements. Import once per page. */
import './controls.css'
import './page.css'
import './cards.css'
import './paperText.css'
