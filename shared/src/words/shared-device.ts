/** On a shared device a session ends when it was not used for so long, in ms (shared/spec/contract.md#sign-in-and-sessions). */
// Apart from the other limits: every page needs it, and none of those.
export const sharedDeviceIdleMs = 60 * 60_000
