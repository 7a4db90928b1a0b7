import { Migration } from '@mikro-orm/migrations'

// Events of test workshops are sent to test webhooks only, all others to regular webhooks only.
export class Migration20261122141000 extends Migration {
  override up(): void {
    this.addSql(`alter table "workshop" add "is_test" boolean not null default false;`)
    this.addSql(`alter table "workshop" add constraint "workshop_default_is_real" check (not (is_default and is_test));`)
    this.addSql(`alter table "webhook" add "is_test" boolean not null default false;`)
    this
      .addSql(`create or replace function queue_webhooks(what text, at_workshop integer, about bigint, details jsonb) returns void language sql as $$
      insert into webhook_delivery (webhook_id, event, respondent_id, data, happened_at, due_at)
      select id, what, about, details, clock_timestamp(), '-infinity' from webhook
      where disabled_at is null and what = any(events) and (workshop_ids is null or at_workshop = any(workshop_ids))
        and is_test = coalesce((select is_test from workshop where workshop.id = at_workshop), false) order by id
    $$;`)
  }
}
