import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import type { OpenWorkshop } from '@portico/shared/contract/workshops'
import { CallError, postForData } from '../../../api/rest.ts'
import { isRecord } from '../draft/device.ts'
import { isQuestionnaire } from '../draft/draft-record.ts'

/** The workshops that one can register for now, in the order in which a submission that names none prefers them. Throws `CallError`. */
export async function getOpenWorkshops(signal?: AbortSignal): Promise<OpenWorkshop[]> {
  const data = await postForData('/api/workshops/getOpenWorkshopList', { body: {}, signal })
  if (!Array.isArray(data) || !data.every(isOpenWorkshop)) throw unexpected(data)
  return data
}

/** The newest version of a questionnaire in one language. Throws `CallError`, with `QUESTIONNAIRE_NOT_FOUND` among them. */
export async function getQuestionnaire(name: string, languageCode: string, signal?: AbortSignal): Promise<Questionnaire> {
  const data = await postForData('/api/questionnaires/getQuestionnaireByNameAndLanguageCode', { body: { name, languageCode }, signal })
  if (!isQuestionnaire(data)) throw unexpected(data)
  return data
}

/** The workshop to which a submission would belong: the named one, else the first that has the questionnaire; undefined while none is open. */
export function workshopFor(open: readonly OpenWorkshop[], name: string, workshopName: string | undefined): OpenWorkshop | undefined {
  const offering = open.filter((workshop) => workshop.questionnaires.some((questionnaire) => questionnaire.name === name))
  return workshopName === undefined ? offering[0] : offering.find((workshop) => workshop.name === workshopName)
}

function isOpenWorkshop(value: unknown): value is OpenWorkshop {
  return isRecord(value) && typeof value.name === 'string' && Array.isArray(value.questionnaires) && value.questionnaires.every(isRecord)
}

// 'Unexpected response from api' (shared/spec/product.md#error-messages): an answer of another shape is as good as none.
function unexpected(body: unknown): CallError {
  return new CallError(502, body)
}
