import { nothing } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/messages'
import { mutation, noInput, query, router } from '../../api/procedures.ts'
import { listMessages, sendMessageAgain } from './log/message-log.ts'
import { getTemplate, listTemplates, previewTemplate, saveTemplate, sendTemplateTest } from './template-versions/templates.ts'

export const messagesRouter = router({
  getMessageList: query
    .meta({
      summary: 'List messages and their recipients, newest first',
      failures: ['NOT_FOUND'],
      description:
        'Without their content. E-mail bounces are unknown, because mail servers do not report them here; delivery of texts is reported by telephone networks. With `language`, a page can hold fewer than `count` even if `next` indicates older ones.',
    })
    .input(contract.messageList)
    .output(contract.messagePage)
    .query(({ ctx, input }) => listMessages(ctx, input)),
  sendAgain: mutation
    .meta({
      summary: 'Resend a message',
      failures: ['NOT_FOUND', 'NOT_INVITED', 'INVALID_REQUEST'],
      description: 'An abandoned message is retried; an invitation that was sent is sent again in its current form, at most three a day.',
    })
    .input(contract.byMessage)
    .output(nothing)
    .mutation(({ ctx, input }) => sendMessageAgain(ctx, input)),
  getTemplateList: query
    .meta({ summary: 'List the e-mail templates for respondents and who last changed them' })
    .input(noInput)
    .output(contract.templateList)
    .query(({ ctx }) => listTemplates(ctx)),
  getTemplate: query
    .meta({ summary: 'Get an e-mail template in one language, with all versions' })
    .input(contract.templateByLanguage)
    .output(contract.template)
    .query(({ ctx, input }) => getTemplate(ctx, input)),
  previewTemplate: query
    .meta({ summary: 'Preview an e-mail and text message to respondents, for the default workshop' })
    .input(contract.templateDraft)
    .output(contract.templatePreview)
    .query(({ ctx, input }) => previewTemplate(ctx, input)),
  saveTemplate: mutation
    .meta({
      summary: 'Publish an e-mail template',
      failures: ['INVALID_REQUEST'],
      description: 'It is used for every e-mail sent from then on. `INVALID_REQUEST`: somebody else has published another version since.',
    })
    .input(contract.saveTemplate)
    .output(contract.savedTemplate)
    .mutation(({ ctx, input }) => saveTemplate(ctx, input)),
  sendTemplateTest: mutation
    .meta({ summary: 'Send yourself a test e-mail' })
    .input(contract.templateDraft)
    .output(nothing)
    .mutation(({ ctx, input }) => sendTemplateTest(ctx, input)),
})
