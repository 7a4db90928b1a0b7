/** Where the time comes from; tests set their own. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
