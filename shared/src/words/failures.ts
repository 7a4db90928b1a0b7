/**
 * Every refusal with a message for the user, with its default sentence (shared/spec/product.md#error-messages, shared/spec/contract.md#answers).
 * REST answers these with `success: false`, `error_id` and `message`; screens switch on the ids.
 */
export const failures = {
  NOT_FOUND: 'Not found.',
  ALREADY_SET: 'Another reviewer has already set this. Reload to see it.',
  RED_ANSWERS_REMAIN: 'Red answers remain.',
  MARKED_FULLY_RED: 'Marked fully as red',
  NOT_FORCED: 'There is no decision to undo.',
  CASE_CHANGED: 'Another reviewer decided meanwhile. Nothing was saved.',
  CASE_MOVED: 'An admin moved this case to another agency.',
  UNDO_REFUSED: 'This cannot be undone any more.',
  CHANGED_MEANWHILE: 'Somebody else saved this meanwhile. Nothing of yours was saved.',
  NOT_INVITED: 'Only a green dot with an e-mail address gets an invitation, and only until the day of the workshop.',
  SLOT_NOT_FREE: 'This time has just filled up. Choose another one.',
  NOT_CHECKED_IN: 'This person is not checked in.',
  INVALID_CODE: 'This link has already been used or has expired. Ask for a new one.',
  INVALID_REQUEST: 'The request is not valid.',
  ACCOUNT_EXISTS: 'There is already an account with this e-mail address.',
  LAST_ROOT: 'The last root account cannot be disabled or lose its role.',
  NO_SESSION: 'There is no session. Sign in again.',
  SECOND_FACTOR_REQUIRED: 'Confirm with your second step that it is you.',
  WRONG_SECOND_FACTOR: 'That code is wrong or has already been used. Try the next one.',
  PASSKEY_NOT_ACCEPTED: 'This passkey was not accepted. Use another method.',
  WRONG_PASSWORD: 'That password is wrong.',
  CHALLENGE_EXPIRED: 'This took too long, or there were too many attempts. Start again.',
  REAUTHENTICATION_REQUIRED: 'Confirm first that it is you.',
  SIGN_ON_REFUSED: 'You could not be signed in this way. Ask an admin whether your address is invited.',
  SIGN_ON_UNAVAILABLE: 'Your organization’s sign-in does not answer. Try again in a moment.',
  SECOND_FACTOR_SETUP_REQUIRED: 'Your role needs a second step to sign in. Set one up under Your sign-in first.',
  LAST_SECOND_FACTOR: 'Your role needs a second step. Add another one before you remove this one.',
  QUESTIONNAIRE_NOT_FOUND: 'There is no questionnaire with this name in this language.',
  NO_QUESTIONNAIRE_REGISTERED: 'There is no questionnaire with this name.',
  REGISTRATION_DISABLED: 'Registration is currently disabled.',
  IDEMPOTENCY_KEY_REUSED: 'This idempotency key was used with other content. Use a new one.',
  TRANSFERS_FULL: 'There is no room for more saved answers right now. Send them from this device, or try again tomorrow.',
  VOLUNTEER_CANT_ACCESS_WORKSHOP: 'You dont yet have access to the workshop green dots',
  DOWNLOAD_NOT_READY: 'The file is not ready.',
  MISSING_QUESTION_FILE: 'Missing',
  MISSING_TEMPLATE_FILE: 'Missing',
  MISSING_METADATA_FILE: 'Missing',
  QUESTION_FILE_ERROR: 'The question file has problems.',
  TEMPLATE_FILE_ERROR: 'The template file has problems.',
  METADATA_FILE_ERROR: 'The field metadata file has problems.',
  UNEXPECTED_METADATA_FILE: 'The field metadata file does not belong here.',
  TRANSLATION_FILE_ERROR: 'The file of translations cannot be read.',
  TRANSLATION_CHANGED: 'Somebody changed this meanwhile. Nothing was saved.',
  TRANSLATION_INCOMPLETE: 'A new language is published when all of its texts are translated.',
  TRANSLATION_UNCHANGED: 'There is nothing new to publish.',
  PLACES_CHANGED: 'A translation has the same ${…} places as the text it translates.',
  TERMS_CHANGED: 'A translation keeps the terms of the glossary as they are.',
} as const

export type FailureId = keyof typeof failures

/** The HTTP statuses of refusals with `Prefer: handling=strict` (shared/spec/contract.md#answers); 409 for those not listed here. */
const strictStatuses: Partial<Record<FailureId, 400 | 401 | 403 | 404>> = {
  NOT_FOUND: 404,
  QUESTIONNAIRE_NOT_FOUND: 404,
  NO_QUESTIONNAIRE_REGISTERED: 404,
  INVALID_CODE: 400,
  INVALID_REQUEST: 400,
  MISSING_QUESTION_FILE: 400,
  MISSING_TEMPLATE_FILE: 400,
  MISSING_METADATA_FILE: 400,
  QUESTION_FILE_ERROR: 400,
  TEMPLATE_FILE_ERROR: 400,
  METADATA_FILE_ERROR: 400,
  UNEXPECTED_METADATA_FILE: 400,
  TRANSLATION_FILE_ERROR: 400,
  NO_SESSION: 401,
  SECOND_FACTOR_REQUIRED: 403,
  WRONG_SECOND_FACTOR: 403,
  PASSKEY_NOT_ACCEPTED: 403,
  WRONG_PASSWORD: 403,
  CHALLENGE_EXPIRED: 403,
  SIGN_ON_REFUSED: 403,
  REAUTHENTICATION_REQUIRED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  VOLUNTEER_CANT_ACCESS_WORKSHOP: 403,
}

/** Returns the HTTP status of a refusal with `Prefer: handling=strict`. */
export function strictStatusOf(id: FailureId): 400 | 401 | 403 | 404 | 409 {
  return strictStatuses[id] ?? 409
}

/** Errors that screens do not explain, sent with their own HTTP status (shared/spec/contract.md#error-statuses). */
export const faults = {
  UNAUTHENTICATED: { status: 401, message: 'Authentication failure for endpoint' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  FORBIDDEN: { status: 403, message: 'Not authorized for endpoint' },
  NO_SUCH_PATH: { status: 404, message: 'There is no such call.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This call takes another method; the Allow header names it.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send JSON, or multipart/form-data for an upload.' },
  VALIDATION_ERROR: { status: 422, message: 'Some fields are not valid.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Try again later.' },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Something went wrong on our side. Try again; if it keeps happening, quote this correlation id.',
  },
  UNAVAILABLE: { status: 503, message: 'Portico cannot answer right now. Try again in a moment.' },
} as const

export type FaultId = keyof typeof faults

/** Returns whether this is the id of a refusal in the catalog. */
export function isFailureId(id: string): id is FailureId {
  return Object.hasOwn(failures, id)
}
