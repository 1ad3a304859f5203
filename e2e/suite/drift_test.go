package main

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit/fixtures"
)

const packages = "@openai/codex\t0.171.0\t0.172.0\t0.172.0\t\n" +
	"@earendil-works/pi-coding-agent\t1.6.0\t1.7.0\t1.6.0\tETARGET No matching version\n"

func TestTable(t *testing.T) {
	for name, c := range map[string]struct {
		run, want string
		failed    bool
	}{
		"all pass": {
			run: lines("start p", "run p TestA", "run p TestA/pi_to_codex", "pass p TestA/pi_to_codex",
				"run p TestA/claude_to_kimi-cli", "pass p TestA/claude_to_kimi-cli",
				"skip p TestA/pi", "pass p TestA", "pass p"),
			want: `
CLI       pinned   newest                                              passed  failed  skipped
codex     0.171.0  0.172.0                                             1       0       0
pi        1.6.0    1.7.0 (tested: 1.6.0; ETARGET No matching version)  0       0       1
kimi-cli  –        –                                                   1       0       0
`},
		"one fails, and with it its parents": {
			run: lines("start p", "run p TestA", "run p TestA/codex", "run p TestA/codex/at_80x24",
				"output p TestA/codex/at_80x24 === RUN", "output p TestA/codex/at_80x24 x_test.go:1: wrong",
				"fail p TestA/codex/at_80x24", "fail p TestA/codex", "fail p TestA", "fail p"),
			want: `
CLI    pinned   newest                                              passed  failed  skipped
codex  0.171.0  0.172.0                                             0       1       0
pi     1.6.0    1.7.0 (tested: 1.6.0; ETARGET No matching version)  0       0       0

codex 0.172.0:
  p TestA/codex/at_80x24
    x_test.go:1: wrong
`, failed: true},
		"a parent fails by itself": {
			run: lines("start p", "run p TestA", "run p TestA/pi", "pass p TestA/pi", "fail p TestA", "fail p"),
			want: unnamed("1       0") + `
(no CLI by name) –:
  p TestA
    failed without a word
`, failed: true},
		"a package does not build, another ends in the middle": {
			run: lines("build-output q q.go:1: no", "build-fail q", "start p", "run p TestA", "run p TestA/pi", "fail p"),
			want: unnamed("0       1") + `
pi 1.6.0:
  p TestA/pi
    did not end

(no CLI by name) –:
  q 
    q.go:1: no
`, failed: true},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "versions")
			fixtures.Put(t, file, []byte(packages))
			var told strings.Builder
			err := tell(&told, strings.NewReader(c.run), file)
			if err != nil && !errors.Is(err, errTests) || (err != nil) != c.failed {
				t.Errorf("the error is %v, and a test failed: %v", err, c.failed)
			}
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), told.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// unnamed is a table with a failure of no CLI. Pi is how many tests of Pi have passed and failed.
func unnamed(pi string) string {
	return `
CLI               pinned   newest                                              passed  failed  skipped
codex             0.171.0  0.172.0                                             0       0       0
pi                1.6.0    1.7.0 (tested: 1.6.0; ETARGET No matching version)  ` + pi + `       0
(no CLI by name)  –        –                                                   0       1       0
`
}

func TestAPackageOfNoCLIIsAnError(t *testing.T) {
	for _, line := range []string{"left-pad\t1\t1\t1\t\n", "@openai/codex\t1\n"} {
		if _, err := parseVersions(line); err == nil {
			t.Errorf("%q is taken", line)
		}
	}
}

// lines are events as go test -json writes them, each of an action, a package, a test and what it said.
func lines(events ...string) string {
	var b strings.Builder
	for _, e := range events {
		f := strings.SplitN(e, " ", 4)
		if strings.HasPrefix(f[0], "build") {
			b.WriteString(`{"Action":"` + f[0] + `","ImportPath":"` + f[1] + ` [x.test]","Output":"` +
				strings.Join(f[2:], " ") + `"}` + "\n")
			continue
		}
		f = append(f, "", "")
		b.WriteString(`{"Action":"` + f[0] + `","Package":"` + f[1] + `","Test":"` + f[2] + `","Output":"` + f[3] + `"}` +
			"\n")
	}
	return b.String()
}
