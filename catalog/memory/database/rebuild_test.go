package database

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/catalog/memory"
	"stead/catalog/memory/database/schema"
)

func fillWith(rule string) func(context.Context, *Database) error {
	return func(ctx context.Context, d *Database) error {
		return d.KeepFindings(ctx, memory.SessionKey{LLMSource: "claude", Session: "s1"}, []memory.Finding{learnt(rule)})
	}
}

func TestRebuiltDatabasesAreTheSame(t *testing.T) {
	f := newFiles(t)
	f.Everyday()
	o := Options{Folder: f.Folder, Tenant: "t"}
	d, _ := f.opened(o)
	other, _ := f.opened(Options{Tenant: "other"})
	if err := fillWith("use tabs")(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if _, err := d.sessions.Exec(
		"INSERT INTO embeddings (tenant_id, model, message_hash, dim, vector) VALUES ('t', 'm', 'h', 1, x'00000000')"); err != nil {
		t.Fatal(err)
	}
	want, wantOther := d.dump(t), other.dump(t)
	if runtime.GOOS == "windows" { // it replaces no file that is open
		if err := errors.Join(d.Close(), other.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Rebuild(t.Context(), o, nil, fillWith("use tabs")); err != nil {
		t.Fatal(err)
	}
	d, _ = f.opened(o)
	other, _ = f.opened(Options{Tenant: "other"})
	if diff := cmp.Diff(want, d.dump(t)); diff != "" {
		t.Errorf("the rows differ (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(wantOther, other.dump(t)); diff != "" {
		t.Errorf("another tenant's rows differ (-before +after):\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(f.Folder, "org.db.previous")); err != nil {
		t.Error(err)
	}
}

func TestInterruptedRebuildLeavesTheDatabases(t *testing.T) {
	f := newFiles(t)
	f.Everyday()
	o := Options{Folder: f.Folder}
	d, _ := f.opened(o)
	want := d.dump(t)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Rebuild(ctx, o, func(int64, int64) { cancel() }, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	failed := errors.New("fill")
	if _, err := Rebuild(t.Context(), o, nil, func(context.Context, *Database) error { return failed }); !errors.Is(err,
		failed) {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff(want, d.dump(t)); diff != "" {
		t.Error(diff)
	}
	if _, err := os.Stat(filepath.Join(f.Folder, draftFolder)); err == nil {
		t.Error("the draft is still there")
	}
}

func TestOneRebuildAtATime(t *testing.T) {
	f := newFiles(t)
	release, err := lock(f.Folder)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	var busy *BusyError
	if _, err := Rebuild(t.Context(), Options{Folder: f.Folder}, nil, nil); !errors.As(err, &busy) {
		t.Errorf("error %v", err)
	}
}

func TestRebuildHealsADamagedDatabase(t *testing.T) {
	f := newFiles(t)
	f.Everyday()
	for _, name := range []string{"sessions.db", "org.db"} {
		if err := os.WriteFile(filepath.Join(f.Folder, name),
			[]byte("this is a letter, and no database, however long it may be"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if report, err := Rebuild(t.Context(), Options{Folder: f.Folder}, nil, nil); err != nil || report.Events != 12 {
		t.Errorf("%+v, %v", report, err)
	}
	if d, _ := f.opened(Options{}); len(d.Aside()) != 0 {
		t.Errorf("put aside: %v", d.Aside())
	}
}

func TestDamagedDatabaseIsLoadedAnew(t *testing.T) {
	f := newFiles(t)
	f.Everyday()
	d, _ := f.opened(Options{})
	want := d.dump(t)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(f.Folder, "sessions.db")
	if err := os.Truncate(path, 5000); err != nil {
		t.Fatal(err)
	}
	d, report := f.opened(Options{})
	if len(d.Aside()) != 1 || report.Events != 12 {
		t.Errorf("put aside: %v; %+v", d.Aside(), report)
	}
	if diff := cmp.Diff(want, d.dump(t)); diff != "" {
		t.Error(diff)
	}
}

func TestNewerDatabaseStaysAsItIs(t *testing.T) {
	for _, of := range []schema.Database{schema.Sessions(), schema.Org()} {
		f := newFiles(t)
		d, _ := f.opened(Options{})
		if _, err := d.holder(of.Tables[0].Name).Exec("PRAGMA user_version = 99"); err != nil {
			t.Fatal(err)
		}
		var newer *VersionError
		if _, err := Open(t.Context(), Options{Folder: f.Folder}); !errors.As(err, &newer) || newer.Version != 99 ||
			newer.Hint() == "" {
			t.Errorf("%s: error %v", of.File, err)
		}
	}
}

// A database of an earlier version gets the columns that it lacks; org.db is copied before.
func TestEarlierVersionIsMigrated(t *testing.T) {
	f := newFiles(t)
	f.Everyday()
	d, _ := f.opened(Options{})
	if err := fillWith("use tabs")(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	next := schema.Org()
	next.Version++
	next.Tables[2].Columns = append(next.Tables[2].Columns, schema.Column{Name: "added", Type: schema.JSON})
	next.Tables[2].Indexes = [][]string{{"tenant_id", "added"}}
	path := filepath.Join(f.Folder, next.File)
	for range 2 {
		if err := migrate(t.Context(), d.org, path, next); err != nil {
			t.Fatal(err)
		}
	}
	if got := d.ask(t, "evidence", "SELECT rule, added FROM skill_learnings"); len(got) != 1 || got[0] != "use tabs {}" {
		t.Errorf("%v", got)
	}
	before, err := sql.Open("sqlite", path+".version-1")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = before.Close() }()
	var rule string
	if err := before.QueryRow("SELECT rule FROM skill_learnings").Scan(&rule); err != nil || rule != "use tabs" {
		t.Errorf("the copy: %q, %v", rule, err)
	}
	derived := schema.Sessions()
	derived.Version++
	if err := migrate(t.Context(), d.sessions, filepath.Join(f.Folder, derived.File), derived); err != nil {
		t.Fatal(err)
	}
	if report, err := d.Load(t.Context(), nil); err != nil || report.Events != 12 {
		t.Errorf("%+v, %v: what follows from the files is made anew", report, err)
	}
}
