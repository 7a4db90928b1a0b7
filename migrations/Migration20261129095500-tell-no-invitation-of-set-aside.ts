import { Migration } from '@mikro-orm/migrations'

// An invitation may be handed over while its respondent is set aside: receivers have been told so, and have deleted the respondent.
export class Migration20261129095500 extends Migration {
  override up(): void {
    this.addSql(`create or replace function tell_of_invitation() returns trigger language plpgsql as $$
      begin
        perform queue_webhooks('respondent.invited', workshop_id, id,
          respondent_state(anonymous_id, workshop_id, agency_id, current_flag, checked_in_at is not null))
          from respondent where id = new.respondent_id and wrapped_key is not null;
        return null;
      end $$;`)
  }
}
