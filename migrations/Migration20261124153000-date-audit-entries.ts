import { Migration } from '@mikro-orm/migrations'

export class Migration20261124153000 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "audit_entry" add constraint "audit_entry_at_finite" check (isfinite(at)) not valid;`)
    // An entry that was forged before must not keep the portal from starting; verification reports it.
    this.addSql(`do $$ begin
      if not exists (select from audit_entry where at in ('infinity', '-infinity')) then
        alter table "audit_entry" validate constraint "audit_entry_at_finite";
      end if;
    end $$;`)
  }
}
