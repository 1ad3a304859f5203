package guard_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stead/ui/api/guard"
)

func TestStrangersAreCountedByTheMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, acts := audited(guard.Options{})
		knock := func() { send(g.Protect(http.NotFoundHandler()), http.MethodPost, "{}", nil) }
		for range 100 {
			knock()
		}
		time.Sleep(time.Minute)
		if knock(); len(*acts) != 100 {
			t.Errorf("of the first minute %d are told of", len(*acts))
		}
		time.Sleep(time.Nanosecond)
		knock()
		knock()
		if len(*acts) != 102 || (*acts)[100].Missed != 1 || (*acts)[101].Missed != 0 {
			t.Errorf("then %+v", (*acts)[100:])
		}
	})
}

func TestALongPathIsCutBetweenCharacters(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"/" + strings.Repeat("x", 299), "/" + strings.Repeat("x", 299)},
		{"/" + strings.Repeat("x", 300), "/" + strings.Repeat("x", 299) + "…"},
		{"/" + strings.Repeat("x", 298) + "ü", "/" + strings.Repeat("x", 298) + "…"},
	} {
		g, acts := audited(guard.Options{})
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path = c.path
		g.Note(r, "", "keyboard", http.StatusOK)
		if got := (*acts)[0]; got.Object != c.want || got.Act != "keyboard" || got.Status != 200 ||
			got.Time.Location() != time.UTC {
			t.Errorf("got %+v, want %q", got, c.want)
		}
	}
}

// failures collects what an audit says that it could not do.
func failures(failed *[]string) func(error) {
	return func(err error) { *failed = append(*failed, err.Error()) }
}

func TestAnAuditThatCannotBeOpenedIsAnError(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{folder, filepath.Join(folder, "file", "audit.jsonl")} {
		if _, _, err := guard.OpenAudit(path, func(error) {}); err == nil {
			t.Errorf("%s is opened", path)
		}
	}
}

func TestAnActThatCannotBeWrittenIsSaid(t *testing.T) {
	var failed []string
	audit, end, err := guard.OpenAudit(filepath.Join(t.TempDir(), "audit.jsonl"), failures(&failed))
	if err != nil {
		t.Fatal(err)
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	audit(guard.Act{Act: "POST"})
	if len(failed) != 1 || !strings.HasPrefix(failed[0], "write the audit: ") {
		t.Errorf("said was %q", failed)
	}
	if end() == nil {
		t.Error("the end of what has ended succeeds")
	}
}

// long opens an audit of as many bytes.
func long(t *testing.T, size int64, failed *[]string) (path string, audit func(guard.Act)) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "audit.jsonl")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
	audit, end, err := guard.OpenAudit(path, failures(failed))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = end() })
	return path, audit
}

func TestAnAuditIsLongWhenItHasTenMegabytes(t *testing.T) {
	var failed []string
	path, audit := long(t, 10<<20, &failed)
	for range 2 {
		audit(guard.Act{Act: "POST"})
	}
	before, err := os.Stat(path + ".1")
	if err != nil || before.Size() <= 10<<20 {
		t.Errorf("the first act is not in the old one: %v", err)
	}
	if lines := readLines(t, path); len(lines) != 1 || len(failed) > 0 {
		t.Errorf("the new one has %q, failed has %q", lines, failed)
	}
}

// The disk may refuse a new file, or somebody may have removed the old one: no act may be lost for that reason.
func TestActsAreWrittenThoughNoNewFileBegins(t *testing.T) {
	var failed []string
	path, audit := long(t, 10<<20+1, &failed)
	if err := os.MkdirAll(filepath.Join(path+".1", "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	audit(guard.Act{Act: "POST", Object: "/kept"})
	if content, err := os.ReadFile(path); err != nil || !strings.Contains(string(content), "/kept") || len(failed) != 1 {
		t.Errorf("the act is lost: %v, %q", err, failed)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(path + ".1"); err != nil {
		t.Fatal(err)
	}
	audit(guard.Act{Act: "POST", Object: "/again"})
	if lines := readLines(t, path); len(lines) != 1 || !strings.Contains(lines[0], "/again") || len(failed) != 1 {
		t.Errorf("the audit is %q, failed has %q", lines, failed)
	}
}
