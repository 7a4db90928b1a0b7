/** How long a session may be idle on a shared device before it ends, in ms (shared/spec/contract.md#sign-in-and-sessions). */
// Kept apart from the other limits, because every page needs only this one.
export const sharedDeviceIdleMs = 60 * 60_000
