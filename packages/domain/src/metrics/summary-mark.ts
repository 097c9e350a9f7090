/**
 * What stands in the first heading of a file that holds no readings but what a screen shows of them: means of minutes, hours
 * or days, rounded. Taken in again, each of them would count as a reading, so the intake refuses such a file.
 */
export const summaryMark = 'Vigil summary';
