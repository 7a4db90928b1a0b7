import { describe, expect, it } from 'vitest'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
const adam = await portico.as('adam')

describe('the supported date range', () => {
  it.each([
    ['eventDate', '0000-01-01'],
    ['eventDate', '1899-12-31'],
    ['disableAt', '0000-01-01T00:00:00Z'],
    ['disableAt', '0000-01-01T00:00:00+12:00'],
    ['disableAt', '9999-12-31T23:59:59-12:00'],
  ])('excludes %s = %s, and the workshop stays readable', async (field, value) => {
    await adam.call.workshops.saveWorkshop({ name: 'spring', title: 'Spring' })
    const { status, body } = await adam.rest('workshops/saveWorkshop', { name: 'spring', title: 'Spring', [field]: value })
    expect({ status, body }).toMatchObject({ status: 422, body: { error_id: 'VALIDATION_ERROR', issues: [{ path: [field] }] } })
    expect((await adam.rest('workshops/getWorkshop', { name: 'spring' })).status).toBe(200)
  })

  it.each([
    ['eventDate', '9999-12-31'],
    ['disableAt', '1900-01-01T00:00:00.000Z'],
    ['disableAt', '9999-12-31T23:59:59.999Z'],
  ])('includes %s = %s', async (field, value) => {
    const { body } = await adam.rest('workshops/saveWorkshop', { name: 'spring', title: 'Spring', [field]: value })
    expect(body).toMatchObject({ success: true, data: { [field]: value } })
  })

  it.each(['start', 'end'])('applies to the %s of a download before a job can fail on it', async (edge) => {
    const configuration = { [edge]: '0000-01-01T00:00:00+12:00' }
    expect((await adam.rest('downloads/enqueueDownload', { workshop: { name: 'spring' }, configuration })).status).toBe(422)
  })
})
