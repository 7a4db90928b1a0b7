import { Migration } from '@mikro-orm/migrations'

// Each server caches decrypted names for a while. Notifies all of them when a respondent is deleted, stopped or corrected.
export class Migration20261122124700 extends Migration {
  override up(): void {
    this.addSql(`create function tell_of_changed_contact() returns trigger language plpgsql as $$
      begin
        perform pg_notify('contact_changed', old.id::text);
        return null;
      end $$;`)
    this.addSql(`create trigger tell_of_changed_contact after delete or update of sealed_contact, wrapped_key on respondent
      for each row execute function tell_of_changed_contact();`)
  }
}
