import { readFileSync } from 'node:fs'
import { failures, faults, strictStatusOf, type FailureId } from '@portico/shared/words/failures'
import { limits } from '@portico/shared/words/limits'
import { webhookEvents } from '@portico/shared/words/webhook-events'
import { apiChangelog } from './changelog.ts'
import { callsAtOnce, callsWaiting } from '../../infra/security/turns/caller-turns.ts'
import { defaultRateLimits, type RateLimitName } from '../../infra/security/rate-limits.ts'

const counted = {
  readsPerAccount: 'reads by an account',
  submissionPerAddress: 'submissions from an address',
  signInPerAddress: 'sign-ins from an address',
  passkeySignInPerAddress: 'calls to sign in with a passkey alone from an address',
  singleSignOnPerAddress: 'calls to sign in at the identity provider from an address',
  signInPerAccountAndAddress: 'sign-ins to an account from an address',
  resetPerAddress: 'requests for a reset link from an address',
  wrongLinkPerAddress: 'calls with wrong links from an address',
  passwordsPerLink: 'calls to register or set a new password with a link',
  callsPerLink: 'calls with the link of a seat or walk-in, and evaluations with the link of a draft',
  publicCheckInPerAddress: 'self check-ins from an address',
  statusPerAddress: 'status requests from an address',
  draftTransferPerAddress: 'draft transfers from an address',
  checkInsPerAccount: 'calls of `syncCheckIns`, `respondentCheckIn`, `undoCheckIn` and `moveToStation` by an account',
  duplicatesPerAccount: 'calls of `findLikelyDuplicates` by an account',
  walkInsPerAccount: 'walk-ins started by an account',
  notePerAccount: 'notes and telephone calls by an account',
  uploadPerAccount: 'uploads by an account',
} as const satisfies Partial<Record<RateLimitName, string>>

function limitLine(name: RateLimitName, what: string): string {
  const { hits, seconds } = defaultRateLimits[name]
  return `| ${what} | ${hits} | ${seconds} seconds |`
}

// The tests run the examples exactly as the documentation shows them.
function example(name: string): string {
  return `\`\`\`\n${readFileSync(new URL(`examples/${name}`, import.meta.url), 'utf8')}\`\`\``
}

function webhookData(type: string): string {
  if (type.startsWith('respondent.')) return '`anonymousId`, `workshopName`, `agencyId`, `flag`, `checkedIn`'
  return type === 'download.ready' ? '`downloadId`, `workshopName`' : '`questionnaireId`, `name`, `version`'
}

/** The introduction of the API's documentation, in Markdown: everything that applies to all calls (shared/spec/contract.md#transport). */
export const apiNotes = `The calls of Portico, for its own screens and for integrations. The portal's own pages use only these calls.

## Try it in five minutes

\`SANDBOX=on npm start\` starts a portal with example data on your machine that sends nothing to the outside: no e-mail, and webhooks only to this machine. It prints \`PORTICO_URL\` and a \`PORTICO_TOKEN\` restricted to the test workshop \`sandbox\`. With both in the environment, \`try_it.py\` submits the questionnaire there and reads the flag back:

${example('try_it.py')}

Then sign in at \`/authentication/sign-in\`, which is prefilled, and find the respondent under \`sandbox\`. On any portal, an admin can create a workshop with \`test: true\` for trying things out: its respondents are excluded from counts and from lists of all workshops, get no messages, are sent only to webhooks created with \`test: true\`, and are deleted with the workshop.

## Asking

Every call uses \`POST\` with a JSON object (\`Content-Type: application/json\`) of at most 4 MB. A call without input also accepts an empty body, and \`GET\` if it only reads. Uploads are \`multipart/form-data\` of at most 20 MB.

\`\`\`
curl -X POST {portal}/api/workshops/getWorkshopQuestionnaire \\
  -H 'Content-Type: application/json' -d '{"workshopName": "citizenship_day_2025"}'
\`\`\`

## Answers

- Success: HTTP 200, \`{"success": true, "data": …}\`. Three calls respond without this envelope: \`auth/login/local\` and \`auth/tokens/refresh\` return \`{"accessToken": "…"}\`, \`getMyProfile\` the profile. \`downloads/getDownloadFile\` returns the file.
- Expected refusal: HTTP 200, \`{"success": false, "error_id": "…", "message": "…"}\`. \`NOT_FOUND\` does not distinguish between what is missing and what you may not see.
- Other errors: the same body with a distinct HTTP status. A wrong method is 405 with \`Allow\`.
- With \`Prefer: handling=strict\` (RFC 7240) refusals have a 4xx status too, with the same body and \`Preference-Applied: handling=strict\`. The statuses are listed below. Calls that return a file do the same.

Unknown fields are refused with a 422 that names them, at any depth.

Switch on \`error_id\`, show \`message\`. Every response carries \`x-request-id\`; an unexpected error carries it in the body too, as \`correlationId\`, and nothing else.

## Signing in

1. \`POST /api/auth/login/local\` with \`email\` and \`password\` returns \`{"accessToken": "…"}\` and sets a session cookie (\`HttpOnly\`, \`SameSite=Strict\`).
2. Send \`Authorization: Bearer {accessToken}\` with each call. The token is valid for 10 minutes.
3. On a 401, \`POST /api/auth/tokens/refresh\` with the cookie returns a new token and a new cookie; the session lasts 12 hours. Without a valid session the answer is \`NO_SESSION\`.
4. \`POST /api/auth/sign-out\` ends the session.

## API tokens

Integrations need no sign-in: an admin creates a token under Accounts, API tokens, or with \`admin/createApiToken\`, chooses its calls, workshops or agencies, addresses and expiry, and the integration sends \`Authorization: Bearer pto_…\`. Every call below says whether tokens may make it, and with which restrictions. A token is limited to ${defaultRateLimits.callsPerToken.hits} calls a minute; \`RateLimit: "token";r=599;t=60\` reports how many are left and for how many seconds. A 401 means that the token was revoked, has expired, or was used from another address; a 403, that it does not include this call. Make submissions, which are public, without a token.

\`\`\`
curl -X POST {portal}/api/responses/getAllResponses \\
  -H 'Authorization: Bearer pto_…' -H 'Content-Type: application/json' -H 'Prefer: handling=strict' \\
  -d '{"name": "citizenship_day_2025", "pagination": {"offset": 0, "count": 100}}'
\`\`\`

## Webhooks

An admin can have events posted to an address of yours (Accounts, Webhooks, or \`webhooks/createWebhook\`): \`{"type": …, "timestamp": …, "data": …}\`, signed according to Standard Webhooks. \`data\` contains only ids and states; fetch the rest with a token.

| type | when | data |
|---|---|---|
${Object.entries(webhookEvents)
  .map(([type, when]) => `| \`${type}\` | ${when} | ${webhookData(type)} |`)
  .join('\n')}

- Verify: \`webhook-signature\` contains \`v1,\` and the base64 of HMAC-SHA256 over \`{webhook-id}.{webhook-timestamp}.{body}\`, keyed with the bytes that follow \`whsec_\` in base64; during a rotation there is one per secret, separated by a space. Reject timestamps that are minutes old.
- Answer 2xx within 10 seconds, and process the message afterwards. Anything else is retried after 5 seconds, 25, 125 and so on up to 4 hours, for 3 days; then the webhook is disabled and the admins are notified. 410 disables it at once. Redirects are not followed.
- The same \`webhook-id\` may arrive more than once: ignore what you already have. Messages about one respondent arrive in order.
- Events that happen while it is disabled are not sent: use \`responses/getChanges\` to catch up.

## Programs to begin with

They read \`PORTICO_URL\` and \`PORTICO_TOKEN\` from the environment. With curl, \`list-respondents.sh\`:

${example('list-respondents.sh')}

In Python, \`sync.py\`, which can be run every night:

${example('sync.py')}

In TypeScript, \`receive.ts\`, with \`WEBHOOK_SECRET\` and \`PORT\`:

${example('receive.ts')}

Roles, memberships and grants are read on each request: revoking takes effect immediately. An account with several roles has the rights of each.

## Values

- Instants are ISO 8601 in UTC: \`2025-04-05T17:30:00.000Z\`. Calendar dates are \`YYYY-MM-DD\`, in the workshop's time zone.
- Languages are BCP 47 tags: \`en\`, \`es\`, \`zh-Hans\`.
- Text is UTF-8 without U+0000 and unpaired surrogates.
- An \`anonymousId\` is accepted in upper or lower case, with or without hyphens, and returned as \`K7QM-2XWD-94HTR\`.
- Telephone numbers are \`+\` and up to 17 digits.

## Lists

Send \`pagination: {offset, count}\`; \`count\` is 10 by default and at most 100. The result is \`{items, pagination: {batchSize, offset, hasMore}, meta: {count}}\`, newest first: \`batchSize\` is the requested count, \`meta.count\` the number of all matches. The next page starts at \`offset + batchSize\`.

With \`Accept: application/x-ndjson\` or \`Accept: text/csv\` the whole list is returned, one row per line, however long it is. Each 100 rows (or \`count\`) count as one call: at your rate limit, the stream waits. An incomplete stream ends with an aborted connection. The stream of \`responses/getChanges\` ends with a row that contains only the \`cursor\`.

## Flags

An answer is \`red\`, \`green\` or \`not-applicable\`; a respondent \`red\`, \`green\`, \`in-progress\` or \`not-applicable\`. An answer is red when it meets its question's rule, until a reviewer reverses it with a reason. A respondent with a red answer is in progress until a reviewer marks them green, for which no red answer may remain, or fully red. A respondent who is green, on arrival or by decision, is invited to the workshop.

## Limits

Too many requests are answered with 429 and \`Retry-After\` in seconds. Limits are counted across all servers, and allow for 300 people at a workshop behind one network address. An IPv6 address counts as its first 64 bits.

| what | requests | in |
|---|---|---|
${Object.entries(counted)
  .map(([name, what]) => limitLine(name as RateLimitName, what))
  .join('\n')}

Of the calls of an account, or of an API token, that change something, and of the calls of the public with one link, number or session, ${callsAtOnce} run at a time in each server, and ${callsWaiting} more wait for their turn; further ones are answered with 429.

Past the limits of submissions, sign-ins, requests for a reset link, status requests and draft transfers by address calls are not refused but slowed down: the 429 carries a \`challenge\` to solve.

| what | at most |
|---|---|
| JSON body | 4 MB |
| upload, all files together | ${limits.uploadRequestBytes / 1024 / 1024} MB, each file ${limits.uploadFileBytes / 1024 / 1024} MB |
| rows of a page | ${limits.maxPageCount} |
| calls in a tRPC batch | 10 |
| an answer | ${limits.cellMax} characters, typed on one line ${limits.inputAnswerMax} |
| a reason | ${limits.reasonMax} characters |
| a name of a questionnaire or workshop | ${limits.nameMax} characters |
| questions of a questionnaire | ${limits.questionsMax} |
| a finished download is kept | 7 days |

## Changes

${apiChangelog.map(({ date, changes }) => `${date}:\n\n${changes.map((one) => `- ${one}`).join('\n')}`).join('\n\n')}

## tRPC

The same calls are available at \`/trpc\` with dots for slashes (\`/trpc/workshops.getDefaultWorkshop\`), at most 10 in a batch; sign-in, setting a password with a link, submission and reading a questionnaire never share one. There, every refusal is an error whose \`data.failure\` is \`{id, message}\`, with \`data.issues\`, \`data.challenge\` and \`data.correlationId\` as above.

## Catalogue

| error_id | HTTP | strict | message |
|---|---|---|---|
${[
  ...Object.entries(faults).map(([id, { status, message }]) => `| \`${id}\` | ${status} | ${status} | ${message} |`),
  ...Object.entries(failures).map(([id, message]) => `| \`${id}\` | 200 | ${strictStatusOf(id as FailureId)} | ${message} |`),
].join('\n')}

A message may be more specific than the one listed here: \`RED_ANSWERS_REMAIN\` says how many, \`ALREADY_SET\` whether it was you who set it.
`

/** Descriptions of the groups of calls. */
export const groupNotes: Readonly<Record<string, string>> = {
  profile: 'The signed-in account',
  auth: 'Signing in and out, registering, passwords',
  questionnaires: 'Questionnaires and their versions',
  responses: 'Responses, their flags and decisions on them',
  workshops: 'Workshops and check-in',
  seats: 'Slots of a workshop, seats and the waiting list',
  agency: 'Agencies and the respondents assigned to them',
  admin: 'Staff accounts',
  downloads: 'Spreadsheets of a workshop',
  translations: 'Translations of questionnaires, e-mails and screens, and their sign-off',
  webhooks: 'Event notifications for integrations',
  messages: 'Messages in the outbox, and templates of e-mails to respondents',
  announcements: 'Announcements to groups of respondents',
  drafts: 'Transfer of answers to another device',
  corrections: 'Corrections of answers and cases',
  privacy: 'Privacy requests',
}
