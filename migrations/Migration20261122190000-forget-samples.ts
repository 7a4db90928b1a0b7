import { Migration } from '@mikro-orm/migrations'

// The planner's statistics hold copies of values, those of deleted people among them, until a table is analyzed again; only its owner may do that.
export class Migration20261122190000 extends Migration {
  override up(): void {
    this.addSql(`create function forget_samples() returns void language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        name text;
      begin
        for name in select distinct table_name from information_schema.columns where table_schema = 'public' and data_type = 'bytea' order by 1 loop
          execute format('analyze %I', name);
        end loop;
      end $$;`)
  }
}
