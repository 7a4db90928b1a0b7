import { Migration } from '@mikro-orm/migrations'

export class Migration20261122123200 extends Migration {
  override up(): void {
    this.addSql(`alter table "message" drop constraint "message_kind_check";`)
    this.addSql(
      `create table "message_template" ("kind" text not null, "language" text not null, "version" int not null, "texts" jsonb null, "created_at" timestamptz not null, "created_by_id" int not null, primary key ("kind", "language", "version"));`,
    )
    this.addSql(
      `alter table "message_template" add constraint "message_template_created_by_id_fkey" foreign key ("created_by_id") references "account" ("id") on update no action on delete no action;`,
    )
    this.addSql(
      `alter table "message" add constraint "message_kind_check" check (kind in ('invitation', 'invitation-again', 'workshop-change', 'reminder-week', 'reminder-day', 'registration', 'verify', 'reset', 'sign-in-notice', 'review-reminder', 'mention', 'webhook-disabled', 'privacy-link', 'privacy-reminder', 'template-test'));`,
    )
  }
}
