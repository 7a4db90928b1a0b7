import { failures, faults } from '@portico/shared/words/failures'

/**
 * What stands at the head of the API's documentation, in Markdown: everything that holds for all calls (shared/spec/contract.md#transport).
 */
export const apiNotes = `Portico's calls, for staff screens and outside integrations alike. Everything the portal's own pages do, they do with these calls.

## Asking

Every call takes \`POST\` with a JSON object (\`Content-Type: application/json\`) of at most 4 MB. A call without input also takes an empty body, and \`GET\` when it only reads. Uploads are \`multipart/form-data\` of at most 20 MB.

\`\`\`
curl -X POST {portal}/api/workshops/getWorkshopQuestionnaire \\
  -H 'Content-Type: application/json' -d '{"workshopName": "citizenship_day_2025"}'
\`\`\`

## Answers

- Done: HTTP 200, \`{"success": true, "data": …}\`. Three calls answer bare: \`auth/login/local\` and \`auth/tokens/refresh\` give \`{"accessToken": "…"}\`, \`getMyProfile\` the profile. \`downloads/getDownloadFile\` gives the file.
- Refused, with something to tell the person: HTTP 200, \`{"success": false, "error_id": "…", "message": "…"}\`. \`NOT_FOUND\` is the same answer whether a thing is missing or not yours.
- Everything else: the same body with an HTTP status of its own.

Switch on \`error_id\`, show \`message\`. Every response carries \`x-request-id\`; an unexpected error carries it in the body too, as \`correlationId\`, and nothing else.

## Signing in

1. \`POST /api/auth/login/local\` with \`email\` and \`password\` answers \`{"accessToken": "…"}\` and sets a session cookie (\`HttpOnly\`, \`SameSite=Strict\`).
2. Send \`Authorization: Bearer {accessToken}\` with each call. The token is valid for 10 minutes.
3. On a 401, \`POST /api/auth/tokens/refresh\` with the cookie answers a new token and a new cookie; the session lasts 12 hours. Without a valid session it answers \`NO_SESSION\`.
4. \`POST /api/auth/sign-out\` ends the session.

Roles, memberships and grants are read on each request: revoking takes effect immediately. An account with several roles has the rights of each.

## Values

- Instants are ISO 8601 in UTC: \`2025-04-05T17:30:00.000Z\`. Calendar dates are \`YYYY-MM-DD\`, in the workshop's time zone.
- Languages are BCP 47 tags: \`en\`, \`es\`, \`zh-Hans\`.
- Text is UTF-8 without U+0000 and unpaired surrogates.
- Telephone numbers are \`+\` and up to 17 digits.

## Lists

Ask with \`pagination: {offset, count}\`; \`count\` is 10 when left out and at most 100. The answer is \`{items, pagination: {batchSize, offset, hasMore}, meta: {count}}\`, newest first: \`batchSize\` is the count that was asked for, \`meta.count\` all that match. The next page begins at \`offset + batchSize\`.

## Flags

An answer is \`red\`, \`green\` or \`not-applicable\`; a respondent \`red\`, \`green\`, \`in-progress\` or \`not-applicable\`. An answer is red when it meets its question's rule, until a reviewer reverses it with a reason. A respondent with a red answer is in progress until a reviewer marks them green, for which no red answer may remain, or fully red. A respondent who is green, on arrival or by decision, is invited to the workshop.

## Limits

Too many requests get 429 with \`Retry-After\` in seconds. Limits are counted over all servers together, and allow for 300 people at a workshop behind one network address.

## tRPC

The same calls are at \`/trpc\` with dots for slashes (\`/trpc/workshops.getDefaultWorkshop\`), at most 10 in a batch; sign-in and submission never share one. There, every refusal is an error whose \`data.failure\` is \`{id, message}\`, with \`data.issues\`, \`data.challenge\` and \`data.correlationId\` as above.

## Catalogue

| error_id | HTTP | message |
|---|---|---|
${[
  ...Object.entries(faults).map(([id, { status, message }]) => `| \`${id}\` | ${status} | ${message} |`),
  ...Object.entries(failures).map(([id, message]) => `| \`${id}\` | 200 | ${message} |`),
].join('\n')}

A message may be more specific than the one listed here: \`RED_ANSWERS_REMAIN\` says how many.
`

/** What the groups of calls are for. */
export const groupNotes: Readonly<Record<string, string>> = {
  profile: 'Who is signed in',
  auth: 'Signing in and out, registering, passwords',
  questionnaires: 'Questionnaires and their versions',
  responses: 'Responses, their flags and decisions on them',
  workshops: 'Workshops and check-in',
  agency: 'Agencies and the respondents assigned to them',
  admin: 'Staff accounts',
  downloads: 'Spreadsheets of a workshop',
  drafts: 'Answers on their way to another device',
}
