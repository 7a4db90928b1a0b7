import { readFileSync } from 'node:fs'
import { failures, faults, strictStatusOf, type FailureId } from '@portico/shared/words/failures'
import { limits } from '@portico/shared/words/limits'
import { webhookEvents } from '@portico/shared/words/webhook-events'
import { apiChangelog } from './changelog.ts'
import { defaultRateLimits, type RateLimitName } from '../../infra/security/rate-limits.ts'

const counted = {
  readsPerAccount: 'reads by an account',
  submissionPerAddress: 'submissions from an address',
  signInPerAddress: 'sign-ins from an address',
  signInPerAccountAndAddress: 'sign-ins to an account from an address',
  resetPerAddress: 'requests for a reset link from an address',
  linkPerAddress: 'links opened from an address',
  publicCheckInPerAddress: 'self check-ins from an address',
  statusPerAddress: 'status questions from an address',
  draftTransferPerAddress: 'draft transfers from an address',
  checkInsPerAccount: 'calls of `syncCheckIns` by an account',
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
export const apiNotes = `Portico's calls, for staff screens and outside integrations alike. Everything the portal's own pages do, they do with these calls.

## Try it in five minutes

\`SANDBOX=on npm start\` starts a portal with example data on your machine from which nothing leaves: no e-mail, and webhooks to this machine alone. It prints \`PORTICO_URL\` and a \`PORTICO_TOKEN\` that sees the test workshop \`sandbox\` alone. With both in the environment, \`try_it.py\` answers the questionnaire there and reads the flag back:

${example('try_it.py')}

Then sign in at \`/authentication/sign-in\`, which is filled in, and find the respondent under \`sandbox\`. On any portal, an admin can make a workshop with \`test: true\` to try things in: its people are in no counts and no lists of all workshops, get no messages, are told only to webhooks made with \`test: true\`, and go when the workshop is deleted.

## Asking

Every call takes \`POST\` with a JSON object (\`Content-Type: application/json\`) of at most 4 MB. A call without input also takes an empty body, and \`GET\` when it only reads. Uploads are \`multipart/form-data\` of at most 20 MB.

\`\`\`
curl -X POST {portal}/api/workshops/getWorkshopQuestionnaire \\
  -H 'Content-Type: application/json' -d '{"workshopName": "citizenship_day_2025"}'
\`\`\`

## Answers

- Done: HTTP 200, \`{"success": true, "data": …}\`. Three calls answer bare: \`auth/login/local\` and \`auth/tokens/refresh\` give \`{"accessToken": "…"}\`, \`getMyProfile\` the profile. \`downloads/getDownloadFile\` gives the file.
- Refused, with something to tell the person: HTTP 200, \`{"success": false, "error_id": "…", "message": "…"}\`. \`NOT_FOUND\` is the same answer whether a thing is missing or not yours.
- Everything else: the same body with an HTTP status of its own. A call with another method is 405 with \`Allow\`.
- With \`Prefer: handling=strict\` (RFC 7240) a refusal has a 4xx status too, and the same body; the answer says \`Preference-Applied: handling=strict\`. The table below has the statuses. Calls that give a file do the same.

Fields that a call does not know are refused with a 422 that names them, at any depth.

Switch on \`error_id\`, show \`message\`. Every response carries \`x-request-id\`; an unexpected error carries it in the body too, as \`correlationId\`, and nothing else.

## Signing in

1. \`POST /api/auth/login/local\` with \`email\` and \`password\` answers \`{"accessToken": "…"}\` and sets a session cookie (\`HttpOnly\`, \`SameSite=Strict\`).
2. Send \`Authorization: Bearer {accessToken}\` with each call. The token is valid for 10 minutes.
3. On a 401, \`POST /api/auth/tokens/refresh\` with the cookie answers a new token and a new cookie; the session lasts 12 hours. Without a valid session it answers \`NO_SESSION\`.
4. \`POST /api/auth/sign-out\` ends the session.

## API tokens

A program needs no sign-in: an admin makes a token under Accounts, API tokens, or with \`admin/createApiToken\`, chooses its calls, workshops or agencies, addresses and expiry, and the program sends \`Authorization: Bearer pto_…\`. Every call says below whether tokens may make it, and with which bounds. A token has ${defaultRateLimits.callsPerToken.hits} calls a minute; \`RateLimit: "token";r=599;t=60\` says how many are left and for how many seconds. A 401 means that it was revoked, has run out, or comes from another address; a 403, that it was not given this call. Send submissions, which everyone may make, without a token.

\`\`\`
curl -X POST {portal}/api/responses/getAllResponses \\
  -H 'Authorization: Bearer pto_…' -H 'Content-Type: application/json' -H 'Prefer: handling=strict' \\
  -d '{"name": "citizenship_day_2025", "pagination": {"offset": 0, "count": 100}}'
\`\`\`

## Webhooks

An admin has events posted to an address of yours (Accounts, Webhooks, or \`webhooks/createWebhook\`): \`{"type": …, "timestamp": …, "data": …}\`, signed after Standard Webhooks. \`data\` holds ids and states alone; fetch the rest with a token.

| type | when | data |
|---|---|---|
${Object.entries(webhookEvents)
  .map(([type, when]) => `| \`${type}\` | ${when} | ${webhookData(type)} |`)
  .join('\n')}

- Verify: \`webhook-signature\` holds \`v1,\` and the base64 of HMAC-SHA256 over \`{webhook-id}.{webhook-timestamp}.{body}\`, under the bytes that follow \`whsec_\` in base64; during a change of secrets one for each, with a space between. Refuse a timestamp that is minutes old.
- Answer 2xx within 10 seconds, and do the work afterwards. Anything else is sent again after 5 seconds, 25, 125 and so on up to 4 hours, for 3 days; then the webhook is disabled and the admins are told. 410 disables it at once. Redirects are not followed.
- The same \`webhook-id\` may come more than once: pass over what you have. Messages about one respondent come in order.
- What happened while it was disabled is not told: \`responses/getChanges\` closes the gap.

## Programs to begin with

They take \`PORTICO_URL\` and \`PORTICO_TOKEN\` from the environment. With curl, \`list-respondents.sh\`:

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
- An \`anonymousId\` is taken in any case, with or without hyphens, and given as \`K7QM-2XWD-94HTR\`.
- Telephone numbers are \`+\` and up to 17 digits.

## Lists

Ask with \`pagination: {offset, count}\`; \`count\` is 10 when left out and at most 100. The answer is \`{items, pagination: {batchSize, offset, hasMore}, meta: {count}}\`, newest first: \`batchSize\` is the count that was asked for, \`meta.count\` all that match. The next page begins at \`offset + batchSize\`.

With \`Accept: application/x-ndjson\` or \`Accept: text/csv\` a list is answered whole, a row a line, however long it is. Each 100 rows (or \`count\`) are one call: when you reach your limit, the stream waits. A stream that is not whole ends with its connection. That of \`responses/getChanges\` ends with a row that has the \`cursor\` alone.

## Flags

An answer is \`red\`, \`green\` or \`not-applicable\`; a respondent \`red\`, \`green\`, \`in-progress\` or \`not-applicable\`. An answer is red when it meets its question's rule, until a reviewer reverses it with a reason. A respondent with a red answer is in progress until a reviewer marks them green, for which no red answer may remain, or fully red. A respondent who is green, on arrival or by decision, is invited to the workshop.

## Limits

Too many requests get 429 with \`Retry-After\` in seconds. Limits are counted over all servers together, and allow for 300 people at a workshop behind one network address. An IPv6 address counts as its first 64 bits.

| what | requests | in |
|---|---|---|
${Object.entries(counted)
  .map(([name, what]) => limitLine(name as RateLimitName, what))
  .join('\n')}

Past the limits of submissions, sign-ins, status questions and draft transfers by address the call is not refused but slowed: the 429 carries a \`challenge\` to solve.

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

The same calls are at \`/trpc\` with dots for slashes (\`/trpc/workshops.getDefaultWorkshop\`), at most 10 in a batch; sign-in and submission never share one. There, every refusal is an error whose \`data.failure\` is \`{id, message}\`, with \`data.issues\`, \`data.challenge\` and \`data.correlationId\` as above.

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
  profile: 'Who is signed in',
  auth: 'Signing in and out, registering, passwords',
  questionnaires: 'Questionnaires and their versions',
  responses: 'Responses, their flags and decisions on them',
  workshops: 'Workshops and check-in',
  seats: 'Slots of a workshop, who has a seat and who waits',
  agency: 'Agencies and the respondents assigned to them',
  admin: 'Staff accounts',
  downloads: 'Spreadsheets of a workshop',
  translations: 'Texts of questionnaires in other languages, and who signed them off',
  webhooks: 'Where programs are told of what happens',
  messages: 'E-mails of the outbox, and the texts of those to respondents',
  announcements: 'What groups of respondents are told',
  drafts: 'Answers on their way to another device',
  corrections: 'Putting answers and cases right',
  privacy: 'What people ask of their data',
}
