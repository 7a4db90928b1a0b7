import { Migration } from '@mikro-orm/migrations'

export class Migration20261122100237 extends Migration {
  override up(): void {
    this.addSql(`alter table "message" drop constraint "message_kind_check";`)
    this.addSql(
      `create unique index "message_one_reminder" on "message" ("respondent_id", "kind") where kind in ('reminder-week', 'reminder-day');`,
    )
    this.addSql(
      `alter table "message" add constraint "message_kind_check" check (kind in ('invitation', 'invitation-again', 'workshop-change', 'reminder-week', 'reminder-day', 'registration', 'verify', 'reset', 'sign-in-notice', 'review-reminder', 'mention', 'webhook-disabled', 'privacy-link', 'privacy-reminder'));`,
    )
  }
}
