package live_test

import (
	"regexp"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/inject/signals"
)

// TestRunsAreListedFollowedAndRemoved has a run wait for a permission while nobody is there.
func TestRunsAreListedFollowedAndRemoved(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"claude", "codex"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, runtest.MakesAFile(cli), provider.Step{Reply: provider.Reply{Text: "It is made."}, Always: true})
			runtest.EndsRuns(t, g)
			session, how := runtest.SmallSession(g, cli), harness.Of(cli).Permission
			runtest.AsksFirst(t, g, cli)
			g.Stead("run", "--from", session.Ref(), "--to", cli, "--detach", "-i", "-p", runtest.Prompt)
			run := runtest.ComesTo(t, g, string(signals.Permission)).Run
			name := run[len(run)-4:]

			list := g.Stead("ps")
			runtest.Exits(t, list, 0)
			if want := regexp.MustCompile(name + ` +permission +` + session.CLI + `->` + cli + ` +work +now .*\n +` +
				regexp.QuoteMeta(how.About)); !want.MatchString(list.Stdout) {
				t.Errorf("ps says\n%s, not %s", list.Stdout, want)
			}
			runtest.Eventually(t, "the call in the logs", func() bool {
				return strings.Contains(g.Stead("logs", name).Stdout, "touch made.txt")
			})
			follower := g.Start(g.SteadPath(), "logs", name, "--follow")
			runtest.Exits(t, g.Stead("rm", name), 8, "it is still active")
			runtest.Exits(t, g.Stead("rm", name, "--force"), 0, "removed run "+run)
			if followed := g.Wait(follower); followed.Code != 0 || !strings.Contains(followed.Stdout, "touch made.txt") {
				t.Errorf("logs --follow ended with %d: %s%s", followed.Code, followed.Stdout, followed.Stderr)
			}
			runtest.NothingLeft(t, g)
			if all := runtest.Records(t, g); len(all) != 0 {
				t.Errorf("%d runs are left", len(all))
			}
		})
	}
}
