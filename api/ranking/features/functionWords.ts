/** English words that say nothing about the topic of a paper; they are not terms. */
export const functionWords: ReadonlySet<string> = new Set(
  `a about above across after again against all almost along already also although always am among an and another any
  anyone anything are as at based be became because become been before being below between both but by can cannot
  could did different do does doing done down due during each either else et etc even ever every everyone everything
  few first for from further furthermore get give given gives had has have having he hence her here herein his how
  however i ie if in including indeed instead into is it its itself just key known largely least less let like made
  mainly make makes making many may me might more moreover most much must my namely near nearly need neither never new
  no nobody non none nor not now of off often on once one only onto or other others otherwise our ours out over
  overall own paper per perhaps present presented propose proposed provide provided rather recent recently s same
  second see seen several shall she should show shown shows since so some someone something still such than that the
  their them themselves then there thereby therefore these they third this those three through throughout thus to
  together too toward towards two under until up upon us use used uses using various very via want wants was way we
  well were what when where whereas whether which while who whole whose why will with within without work would yet
  you your`.split(/\s+/),
)
