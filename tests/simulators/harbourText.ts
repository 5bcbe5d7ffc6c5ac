import type { SimText } from './paperHtml.ts'

/** The text of an invented paper, in its first version. */
export const harbour: SimText = {
  abstract: 'We count the lanterns of a harbour.',
  sections: [
    {
      title: 'Introduction',
      text: [
        'Fog hides a third of the lanterns of a harbour, as was shown before [1]. The oil costs $5 a night.',
        '- The first dusk.',
        '- The last dusk.',
      ],
    },
    {
      title: 'Method',
      text: [
        'The count of $n$ lanterns takes $O(n^2)$ steps. See @4 for the data.',
        String.raw`$$x=\frac{1}{2}$$`,
        '| night | lanterns |',
        '| 1 | 12 |',
        'Figure: The harbour at night.',
      ],
      sections: [
        {
          title: 'Keepers',
          text: [
            'Two keepers count, and they do not see each other. They count on every night of a winter, from the first ' +
              'dusk to the last ferry of the day, whatever the weather is.',
          ],
        },
      ],
    },
    { title: 'Old remarks', text: ['This part is gone later.'] },
    { title: 'Data', text: ['The counts of all nights are available.'] },
  ],
  references: ['Linde, J. Lanterns. 2020.'],
}

/** Its second version: other numbers of sections and references, which are no changes, among changes. */
export const harbourRevised: SimText = {
  ...harbour,
  sections: [
    {
      title: 'Introduction',
      text: [
        'Fog hides a third of the lanterns of a harbour, as was shown before [2]. The oil costs $5 a night.',
        '- The first dusk.',
        '- The last dusk.',
      ],
    },
    {
      title: 'Method',
      text: [
        String.raw`The count of $n$ lanterns takes $O(n \log n)$ steps. See @4 for the data.`,
        String.raw`$$x=\frac{1}{2}$$`,
        '| night | lanterns |',
        '| 1 | 14 |',
        'Figure: The harbour at night.',
      ],
      sections: [{ ...harbour.sections[1]!.sections![0]!, title: 'Who counts' }],
    },
    { title: 'Discussion', text: ['The keepers & we discuss what counts < 3 mean.'] },
    { title: 'Data', text: ['The counts of all nights are available.'] },
  ],
  references: ['Ae, B. Early lanterns. 2019.', 'Linde, J. Lanterns. 2020.'],
}
