package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"stead/catalog/memory"
	"stead/catalog/memory/database"
	"stead/catalog/memory/database/schema"
	"stead/inject/redaction/rules"
	"stead/internal/testkit/memoryfiles"
)

func opened(t *testing.T, f *memoryfiles.Files, o database.Options) *database.Database {
	t.Helper()
	o.Folder = f.Folder
	d, err := database.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	load(t, d)
	return d
}

func load(t *testing.T, d *database.Database) {
	t.Helper()
	if _, err := d.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

func pushed(t *testing.T, d *database.Database, address string, o Options) Report {
	t.Helper()
	report, err := Push(t.Context(), d, address, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func connected(t *testing.T, address string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// dumps returns all rows of a tenant, as both databases have them.
func dumps(t *testing.T, d *database.Database, conn *pgx.Conn) (local, remote string) {
	t.Helper()
	for _, of := range []schema.Database{schema.Sessions(), schema.Org()} {
		db := d.Sessions()
		if of.File == schema.Org().File {
			db = d.Org()
		}
		for _, table := range of.Tables {
			if table.Local {
				continue
			}
			query := "SELECT " + strings.Join(table.Names(), ", ") + " FROM " + table.Name + " WHERE tenant_id = $1"
			rows, err := db.Query(query, d.Tenant())
			if err != nil {
				t.Fatal(err)
			}
			var here []string
			for rows.Next() {
				values := make([]any, len(table.Columns))
				for i := range values {
					values[i] = new(any)
				}
				if err := rows.Scan(values...); err != nil {
					t.Fatal(err)
				}
				for i := range values {
					values[i] = *values[i].(*any)
				}
				here = append(here, line(table, values))
			}
			there, err := conn.Query(t.Context(), strings.Replace(query, "metadata", "metadata::text", 1), d.Tenant())
			if err != nil {
				t.Fatal(err)
			}
			var far []string
			for there.Next() {
				values, err := there.Values()
				if err != nil {
					t.Fatal(err)
				}
				far = append(far, line(table, values))
			}
			if err := errors.Join(rows.Err(), there.Err()); err != nil {
				t.Fatal(err)
			}
			sort.Strings(here)
			sort.Strings(far)
			local += strings.Join(here, "")
			remote += strings.Join(far, "")
		}
	}
	return local, remote
}

func line(t schema.Table, values []any) string {
	for i, c := range t.Columns {
		if c.Type == schema.Boolean && values[i] != nil {
			values[i] = values[i] == true || values[i] == int64(1)
		}
		if list, ok := values[i].(string); ok && c.Type == schema.JSON && strings.HasPrefix(list, "[") {
			values[i] = strings.ReplaceAll(strings.Trim(list, "[]"), `"`, "")
		}
		if list, ok := values[i].([]any); ok {
			values[i] = strings.Trim(fmt.Sprint(list...), "[]")
		}
	}
	return fmt.Sprintf("%s %q\n", t.Name, fmt.Sprint(values...))
}

func TestServerHasTheSameRows(t *testing.T) {
	socket, _ := address(t)
	f := memoryfiles.New(t)
	f.Everyday()
	f.Work(rand.New(rand.NewPCG(1, 1)), "s2", 20)
	f.Say("s2", memory.KindPrompt, "a NUL")
	f.Write()
	d := opened(t, f, database.Options{Tenant: "t", Team: "web", Project: "shop"})
	learnt := memory.Finding{Kind: memory.SkillLearningKind, Rule: "ordered", Confidence: 0.5,
		SkillLearning: &memory.SkillLearning{Rule: "use tabs"},
		Evidence:      []memory.Evidence{{Part: memory.PartStatement, Hash: "h"}}}
	if err := d.KeepFindings(t.Context(), memory.SessionKey{LLMSource: "claude", Session: "s1"},
		[]memory.Finding{learnt}); err != nil {
		t.Fatal(err)
	}
	messagesAtOnce = 7
	t.Cleanup(func() { messagesAtOnce = 50_000 })
	if report := pushed(t, d, socket, Options{}); report.Rows["messages"] < 100 || !report.Local {
		t.Errorf("%+v", report)
	}
	conn := connected(t, socket)
	local, remote := dumps(t, d, conn)
	if diff := cmp.Diff(local, remote); diff != "" {
		t.Errorf("(-local +server):\n%s", diff)
	}
	again := pushed(t, d, socket, Options{})
	if again.Rows["messages"] != 0 || again.Rows["events"] != 0 {
		t.Errorf("sent again: %+v", again.Rows)
	}
	f.Say("s1", memory.KindPrompt, "And more")
	f.Write()
	load(t, d)
	if more := pushed(t, d, socket, Options{}); more.Rows["messages"] != 1 || more.Rows["events"] != 12 {
		t.Errorf("sent after one more prompt: %+v", more.Rows)
	}
	local, remote = dumps(t, d, conn)
	if diff := cmp.Diff(local, remote); diff != "" {
		t.Errorf("after one more prompt (-local +server):\n%s", diff)
	}
}

func TestSeveralMachinesAndTenantsFillOneServer(t *testing.T) {
	socket, _ := address(t)
	one, two := memoryfiles.New(t), memoryfiles.New(t)
	one.Everyday()
	two.Everyday()
	two.Say("s2", memory.KindPrompt, "Only here")
	two.Write()
	for range 2 {
		pushed(t, opened(t, one, database.Options{Tenant: "a"}), socket, Options{})
		pushed(t, opened(t, two, database.Options{Tenant: "a"}), socket, Options{})
		pushed(t, opened(t, one, database.Options{Tenant: "b"}), socket, Options{})
	}
	conn := connected(t, socket)
	for tenant, want := range map[string]int{"a": 12, "b": 11} {
		var n int
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM messages WHERE tenant_id = $1",
			tenant).Scan(&n); err != nil || n != want {
			t.Errorf("tenant %s has %d messages, want %d: %v", tenant, n, want, err)
		}
	}
}

// secret is put together here, so that no scanner takes this file for a leak.
var secret = "ghp_" + strings.Repeat("a1B2c3D4e5F6", 3)

func TestSecretsAreMaskedUnlessTheServerIsASocket(t *testing.T) {
	f := memoryfiles.New(t)
	f.Say("s1", memory.KindPrompt, "my token is "+secret+" and \x00 here")
	f.Say("s1", memory.KindCall, "curl "+secret, memoryfiles.Calls("c", "bash", "Bash",
		map[string]any{"command": "curl -H \"token: " + secret + "\""}))
	f.Write()
	d := opened(t, f, database.Options{})
	for _, c := range []struct {
		name      string
		isNetwork bool
		detector  Options
		isMasked  bool
	}{
		{"network", true, Options{Detector: rules.New(nil)}, true},
		{"network, as the user says", true, Options{}, false},
		{"socket", false, Options{Detector: rules.New(nil)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			socket, network := address(t)
			to := socket
			if c.isNetwork {
				to = network
			}
			report := pushed(t, d, to, c.detector)
			conn := connected(t, socket)
			_, rows := dumps(t, d, conn)
			if strings.Contains(rows, secret) == c.isMasked || report.Masked > 0 != c.isMasked {
				t.Errorf("masked %d values; rows:\n%s", report.Masked, rows)
			}
		})
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	socket, network := address(t)
	conn := connected(t, socket)
	for _, statement := range []string{"CREATE USER nobody PASSWORD 'secret'",
		"REVOKE CREATE ON SCHEMA public FROM PUBLIC"} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	newer, _ := address(t)
	if _, err := connected(t, newer).Exec(t.Context(), versions+
		"; INSERT INTO stead_version VALUES ('org.db', 99)"); err != nil {
		t.Fatal(err)
	}
	f := memoryfiles.New(t)
	f.Everyday()
	d := opened(t, f, database.Options{})
	for _, c := range []struct{ name, address, says, hint string }{
		{"no address", "mysql://u:hunter2@h/d", "not the address", "postgres://USER@HOST"},
		{"broken address", "postgres://u:hunter2@h:port/d", "not the address", "postgres://USER@HOST"},
		{"server away", "postgres://u:hunter2@127.0.0.1:1/d?sslmode=disable", "refused", "check that the server runs"},
		{"wrong password", strings.Replace(network, "secret", "hunter2", 1), "password authentication failed",
			"check user and password"},
		{"no such database", strings.Replace(socket, "/test", "/other", 1), "does not exist", "createdb"},
		{"missing rights", strings.Replace(network, "stead:", "nobody:", 1), "permission denied", "GRANT CREATE"},
		{"newer tables", newer, "version 99", "newer one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Push(t.Context(), d, c.address, Options{})
			var hint interface{ Hint() string }
			if !errors.As(err, &hint) || !strings.Contains(err.Error(), c.says) || !strings.Contains(hint.Hint(), c.hint) {
				t.Fatalf("error %v, %v", err, hint)
			}
			if strings.Contains(err.Error()+hint.Hint(), "hunter2") || strings.Contains(err.Error(), ":secret") {
				t.Errorf("the password is shown: %v", err)
			}
		})
	}
}

func TestInterruptedCopyGoesOn(t *testing.T) {
	socket, _ := address(t)
	f := memoryfiles.New(t)
	f.Work(rand.New(rand.NewPCG(1, 1)), "s1", 20)
	f.Write()
	d := opened(t, f, database.Options{})
	messagesAtOnce = 20
	t.Cleanup(func() { messagesAtOnce = 50_000 })
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Push(ctx, d, socket, Options{Progress: func(string, int64) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	report := pushed(t, d, socket, Options{})
	local, remote := dumps(t, d, connected(t, socket))
	if diff := cmp.Diff(local, remote); diff != "" || report.Rows["messages"] == 0 {
		t.Errorf("%+v (-local +server):\n%s", report, diff)
	}
}
