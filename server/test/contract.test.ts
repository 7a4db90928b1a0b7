import { describe, expect, it } from 'vitest'
import { appRouter } from '../src/api/root.ts'
import { endpointsOf } from '../src/api/rest.ts'
import { openPortico } from './support/harness.ts'

const portico = await openPortico()

const documented = [
  'questionnaires/getQuestionnaireByNameAndLanguageCode',
  'responses/addNewQuestionnaireResponse',
  'workshops/getWorkshopQuestionnaire',
  'workshops/getDefaultWorkshop',
  'workshops/respondentCheckIn',
  'workshops/isRespondentCheckedIn',
  'getMyProfile',
  'questionnaires/addNewFullQuestionnaire',
  'questionnaires/getQuestionnaireById',
  'responses/getAllResponses',
  'responses/getResponseForAdmin',
  'admin/generateRegistrationLink',
  'admin/registrationOptions',
  'workshops/getWorkshopList',
  'responses/getWorkshopGreenDotAnswerInfo',
  'responses/getWorkshopGreenDotResponses',
  'responses/getWorkshopGreenDotRespondent',
  'responses/getRespondentAnswerInfo',
  'responses/submitWorkshopGreenDotAnswerOverride',
  'responses/submitWorkshopGreenDotRespondentStatusOverride',
  'downloads/enqueueDownload',
  'downloads/getDownloadList',
  'downloads/cancelDownload',
  'downloads/getDownloadStatus',
  'downloads/getDownloadFile',
  'downloads/getDownloadListItem',
  'agency/getMyAgencyList',
  'agency/getAllAgencies',
  'agency/getAssignedRespondents',
  'agency/getAssignedRespondent',
  'agency/submitAnswerOverride',
  'agency/submitRespondentStatusOverride',
  'auth/sign-out',
  'auth/tokens/refresh',
  'auth/login/local',
  'auth/register/local',
  'auth/register/verify',
  'auth/beginResetPassword',
  'auth/finishResetPassword',
]

const post = (url: string, payload?: string, type = 'application/json', headers: Record<string, string> = {}) =>
  portico.app.inject({ method: 'POST', url, headers: { 'content-type': type, ...headers }, ...(payload !== undefined && { payload }) })

describe('the documented paths', () => {
  it('all exist', () => {
    const urls = endpointsOf(appRouter).map((endpoint) => endpoint.url)
    expect(documented.map((path) => `/api/${path}`).filter((url) => !urls.includes(url))).toEqual([])
  })

  it('accept POST, and GET only for reads without input', async () => {
    expect((await portico.app.inject({ method: 'GET', url: '/api/workshops/getDefaultWorkshop' })).json()).toEqual({
      success: true,
      data: {},
    })
    expect((await portico.app.inject({ method: 'GET', url: '/api/workshops/getWorkshopQuestionnaire' })).statusCode).toBe(405)
    expect((await portico.app.inject({ method: 'GET', url: '/api/auth/sign-out' })).statusCode).toBe(405)
  })
})

describe('the envelope', () => {
  it('wraps data in success', async () => {
    expect((await post('/api/workshops/getDefaultWorkshop', '')).json()).toEqual({ success: true, data: {} })
    expect((await post('/api/workshops/getDefaultWorkshop', '{}')).json()).toEqual({ success: true, data: {} })
  })

  it('is not used for sign-in, refresh and profile', async () => {
    const signIn = await post('/api/auth/login/local', JSON.stringify({ email: 'adam@portico.example', password: 'portico-seed' }))
    expect(Object.keys(signIn.json())).toEqual(['accessToken'])
    const authorization = `Bearer ${signIn.json().accessToken}`
    const profile = await post('/api/getMyProfile', undefined, 'application/json', { authorization })
    expect(profile.json()).toMatchObject({ name: 'Adam Abiodun', email: 'adam@portico.example', roles: ['ADMIN_USER'] })
  })

  it.each([
    ['an unknown path', '/api/nothing/here', '{}', 'application/json', 404, 'NO_SUCH_PATH'],
    ['no session', '/api/getMyProfile', '{}', 'application/json', 401, 'UNAUTHENTICATED'],
    [
      'a wrong password',
      '/api/auth/login/local',
      '{"email":"adam@portico.example","password":"wrong"}',
      'application/json',
      401,
      'INVALID_CREDENTIALS',
    ],
    [
      'a refusal',
      '/api/questionnaires/getQuestionnaireByNameAndLanguageCode',
      '{"name":"x","languageCode":"en"}',
      'application/json',
      200,
      'QUESTIONNAIRE_NOT_FOUND',
    ],
    ['a missing field', '/api/workshops/getWorkshopQuestionnaire', '{}', 'application/json', 422, 'VALIDATION_ERROR'],
    ['a body that is not JSON', '/api/workshops/getWorkshopQuestionnaire', '{', 'application/json', 422, 'VALIDATION_ERROR'],
    ['a body that is not an object', '/api/workshops/getWorkshopQuestionnaire', '[1]', 'application/json', 422, 'VALIDATION_ERROR'],
    [
      'another media type',
      '/api/workshops/getWorkshopQuestionnaire',
      'x=1',
      'application/x-www-form-urlencoded',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['refresh without a session', '/api/auth/tokens/refresh', '', 'application/json', 200, 'NO_SESSION'],
  ])('reports %s in the documented form', async (_name, url, payload, type, status, id) => {
    const answer = await post(url, payload, type)
    expect([answer.statusCode, answer.json().error_id], answer.body).toEqual([status, id])
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String) })
  })

  it('names the fields of a 422', async () => {
    const answer = await post('/api/auth/login/local', '{"email":"no address","password":""}')
    expect(answer.json().issues).toMatchObject([
      { path: ['email'], code: expect.any(String), message: expect.any(String) },
      { path: ['password'], message: 'Required' },
    ])
  })

  it('refuses an oversized body over REST and tRPC', async () => {
    const huge = JSON.stringify({ workshopName: 'x'.repeat(5_000_000) })
    for (const url of ['/api/workshops/getWorkshopQuestionnaire', '/trpc/workshops.getWorkshopQuestionnaire']) {
      expect((await post(url, huge)).statusCode, url).toBe(413)
    }
  })

  it('refuses a batch with a sign-in', async () => {
    const body = JSON.stringify({ 0: { email: 'adam@portico.example', password: 'portico-seed' }, 1: {} })
    const answer = await post('/trpc/auth.login.local,auth.sign-out?batch=1', body)
    expect(answer.json()[0].error.data.failure.id).toBe('INVALID_REQUEST')
    const many = `/trpc/${Array.from({ length: 11 }, () => 'auth.sign-out').join(',')}?batch=1`
    expect((await post(many, '{}')).statusCode).toBe(400)
  })

  it('returns at most one questionnaire per request', async () => {
    const asked = { name: 'none', languageCode: 'en' }
    const call = 'questionnaires.getQuestionnaireByNameAndLanguageCode'
    const refused = async (url: string, body: unknown) => (await post(url, JSON.stringify(body))).json()
    const [first, second] = await refused(`/trpc/${call},${call}?batch=1`, { 0: asked, 1: asked })
    for (const { error } of [first, second]) expect(error.data.failure.id).toBe('INVALID_REQUEST')
    const alone = await refused(`/trpc/${call}`, asked)
    expect(alone.error.data.failure.id, 'control: alone').toBe('QUESTIONNAIRE_NOT_FOUND')
  })

  it.each(['/api/workshops/getDefaultWorkshop', '/trpc/workshops.getDefaultWorkshop'])(
    'keeps the answer of %s out of caches and pages',
    async (url) => {
      const { headers } = await post(url, '{}')
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
    },
  )

  it.each(['/', '/api/docs', '/events'])('keeps scripts of others out of %s, and devices out of its reach', async (url) => {
    const { headers } = await portico.app.inject({ method: 'GET', url })
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    const permissions = String(headers['permissions-policy']).split(', ')
    expect(permissions).toEqual(expect.arrayContaining(['camera=(self)', 'microphone=()', 'geolocation=()', 'usb=()', 'payment=()']))
    expect(permissions.filter((permission) => permission.includes('*'))).toEqual([])
  })
})

describe('the API document', () => {
  it('describes every call', async () => {
    const document = (await portico.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths).toSorted()).toEqual(
      endpointsOf(appRouter)
        .map((endpoint) => endpoint.url)
        .toSorted(),
    )
  })
})
