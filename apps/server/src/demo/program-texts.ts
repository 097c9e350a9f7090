import type { NewProgram, NewStep } from '@vigil/contract/factuary-programs.forms';

/*
 * Programs of the demonstration. They are made up, and say so in their names. What they advise is what public health services say of
 * sleep and of walking: nothing that anybody would need a clinician for.
 */
const insight = (day: number, title: string, ...lines: readonly string[]): NewStep => ({
  type: 'insight',
  day,
  title,
  text: lines.join('\n'),
});
const pledge = (day: number, title: string, times: number, text: string): NewStep => ({ type: 'pledge', day, title, times, text });

export const programOfSleep: Omit<NewProgram, 'id'> = {
  type: 'regular',
  name: 'Synthetic: sleep, three weeks',
  title: 'Sleep well (synthetic)',
  description: 'A made-up example of a program: small steps to steadier nights.',
  modules: [
    {
      name: 'A steady rhythm',
      steps: [
        insight(
          0,
          'Why the same time matters',
          'The body keeps time by **when you get up**, more than by when you go to bed.',
          '',
          'Choose a time that suits you on all seven days.',
        ),
        pledge(1, 'Get up at the same time', 5, 'On five mornings, get up within half an hour of the time that you chose.'),
        insight(
          3,
          'Light in the morning',
          'Daylight within an hour of getting up helps you to be tired in the evening.',
          '• a walk',
          '• breakfast at the window',
        ),
      ],
    },
    {
      name: 'The last hour',
      steps: [
        insight(7, 'Screens and rest', 'Put the phone **outside the bedroom** for the night. An alarm clock does the rest.'),
        pledge(8, 'No screen in the last hour', 4, 'On four evenings, leave screens off for the last hour before bed.'),
      ],
    },
    {
      name: 'When you lie awake',
      steps: [
        insight(
          14,
          'Get up for a moment',
          'If you lie awake for long, get up, do something quiet in low light, and go back when you are tired.',
        ),
        insight(18, 'When to speak to us', 'Tell your care team if you stop breathing at night, or are so tired by day that you nod off.'),
      ],
    },
  ],
};

export const programOfWalking: Omit<NewProgram, 'id'> = {
  type: 'regular',
  name: 'Synthetic: walking, two weeks',
  title: 'Ten minutes more (synthetic)',
  description: 'A made-up example of a program: a little more walking on most days.',
  modules: [
    {
      name: 'Begin',
      steps: [
        insight(
          0,
          'How fast is right',
          'Walk so that you can talk and could not sing. **Stop and rest** if you have pain in the chest or are short of breath.',
        ),
        pledge(0, 'Walk for ten minutes', 5, 'On five days, walk for ten minutes more than you usually do.'),
        insight(2, 'Shoes and water', '• shoes that do not press', '• a bottle of water on warm days'),
      ],
    },
    {
      name: 'Go on',
      steps: [
        insight(7, 'What your band shows', 'On the page with your data you see your steps of each day. A few hundred more is a good week.'),
        pledge(8, 'Take the stairs', 3, 'On three days, take the stairs where you would have taken the lift.'),
      ],
    },
  ],
};
