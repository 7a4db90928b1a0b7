import { Migration } from '@mikro-orm/migrations'

// Clients that read changes in the order of `change_seq` must not skip a change whose transaction has not committed yet. Before a
// transaction takes a number, it publishes the last number it saw through a shared advisory lock held until its end; readers stop at the
// lowest of these.
export class Migration20261122071000 extends Migration {
  override up(): void | Promise<void> {
    // Consumes the first number, so that the number a transaction saw is always lower than those it takes.
    this.addSql(`create sequence respondent_change;`)
    this.addSql(`select nextval('respondent_change');`)
    this.addSql(`alter table "respondent" add "change_seq" bigint not null default 0;`)
    this.addSql(`create index "respondent_change_order" on "respondent" ("change_seq", "id");`)
    this.addSql(`create function announce_respondent_change() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared((7070012::bigint << 40) | (select last_value from respondent_change));
        return null;
      end $$;`)
    this.addSql(`create function number_respondent_change() returns trigger language plpgsql as $$
      begin
        new.change_seq := nextval('respondent_change');
        return new;
      end $$;`)
    this.addSql(`create trigger announce_respondent_change before insert or update on respondent
      for each statement execute function announce_respondent_change();`)
    this.addSql(`create trigger number_respondent_arrival before insert on respondent
      for each row execute function number_respondent_change();`)
    this.addSql(`create trigger number_respondent_change before update on respondent for each row when (
      (old.current_flag, old.forced_flag, old.current_reds, old.agency_id, old.checked_in_at, old.must_telephone, old.wrapped_key is null)
      is distinct from
      (new.current_flag, new.forced_flag, new.current_reds, new.agency_id, new.checked_in_at, new.must_telephone, new.wrapped_key is null)
    ) execute function number_respondent_change();`)
  }
}
