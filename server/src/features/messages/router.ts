import { nothing } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/messages'
import { mutation, noInput, query, router } from '../../api/procedures.ts'
import { listMessages, sendMessageAgain } from './log/message-log.ts'
import { getTemplate, listTemplates, previewTemplate, saveTemplate, sendTemplateTest } from './template-versions/templates.ts'

export const messagesRouter = router({
  getMessageList: query
    .meta({
      summary: 'What was sent to whom, newest first, without what it said',
      failures: ['NOT_FOUND'],
      description:
        'Whether an e-mail bounced is not known: a mail server that took it tells nobody here. Of a text, telephone networks tell whether it arrived. With `language`, a page can hold fewer than `count` while `next` says that there are older ones.',
    })
    .input(contract.messageList)
    .output(contract.messagePage)
    .query(({ ctx, input }) => listMessages(ctx, input)),
  sendAgain: mutation
    .meta({
      summary: 'Send a message once more',
      failures: ['NOT_FOUND', 'NOT_INVITED', 'INVALID_REQUEST'],
      description: 'One that was given up is tried again; whoever got one gets the invitation as it is now, at most three a day.',
    })
    .input(contract.byMessage)
    .output(nothing)
    .mutation(({ ctx, input }) => sendMessageAgain(ctx, input)),
  getTemplateList: query
    .meta({ summary: 'The e-mails to respondents in each language, and who changed them last' })
    .input(noInput)
    .output(contract.templateList)
    .query(({ ctx }) => listTemplates(ctx)),
  getTemplate: query
    .meta({ summary: 'The texts of an e-mail to respondents in one language, with every version' })
    .input(contract.templateByLanguage)
    .output(contract.template)
    .query(({ ctx, input }) => getTemplate(ctx, input)),
  previewTemplate: query
    .meta({ summary: 'An e-mail to respondents as it would leave now, and the text message, about the default workshop' })
    .input(contract.templateDraft)
    .output(contract.templatePreview)
    .query(({ ctx, input }) => previewTemplate(ctx, input)),
  saveTemplate: mutation
    .meta({
      summary: 'Publish the texts of an e-mail to respondents',
      failures: ['INVALID_REQUEST'],
      description: 'Every e-mail that leaves from then on has them. `INVALID_REQUEST`: somebody else published another version meanwhile.',
    })
    .input(contract.saveTemplate)
    .output(contract.savedTemplate)
    .mutation(({ ctx, input }) => saveTemplate(ctx, input)),
  sendTemplateTest: mutation
    .meta({ summary: 'Send yourself an e-mail to respondents, to try it' })
    .input(contract.templateDraft)
    .output(nothing)
    .mutation(({ ctx, input }) => sendTemplateTest(ctx, input)),
})
