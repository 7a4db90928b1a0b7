import { Migration } from '@mikro-orm/migrations'

// Receivers of `respondent.withdrawn` have deleted the respondent, so that they are told nothing about one who is set aside.
export class Migration20261128190000 extends Migration {
  override up(): void {
    this.addSql(`create or replace function tell_of_change() returns trigger language plpgsql as $$
      declare
        state jsonb;
        what text;
      begin
        if (old.wrapped_key is null and new.wrapped_key is null) or not exists (select from webhook where disabled_at is null) then
          return null;
        end if;
        state := respondent_state(new.anonymous_id, new.workshop_id, new.agency_id, new.current_flag, new.checked_in_at is not null);
        foreach what in array array[
          case when old.wrapped_key is null and new.wrapped_key is not null then 'respondent.submitted' end,
          case when (old.forced_flag, old.current_reds, old.current_flag) is distinct from (new.forced_flag, new.current_reds, new.current_flag)
            then 'respondent.decided' end,
          case when old.current_flag <> new.current_flag then 'respondent.flag_changed' end,
          case when old.checked_in_at is null and new.checked_in_at is not null then 'respondent.checked_in' end,
          case when old.checked_in_at is not null and new.checked_in_at is null then 'respondent.check_in_undone' end,
          case when old.wrapped_key is not null and new.wrapped_key is null then 'respondent.withdrawn' end
        ] loop
          if what is not null then
            perform queue_webhooks(what, new.workshop_id, new.id, state);
          end if;
        end loop;
        return null;
      end $$;`)
  }
}
