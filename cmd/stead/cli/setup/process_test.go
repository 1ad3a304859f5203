package setup_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/internal/testkit"
)

func TestPathsAreWhatTheUserMeans(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	testkit.Link(t, dir, link)
	p := setup.NewProcess(nil, []string{"HOME=/home/u", "PWD=" + link}, dir, nil, nil, nil)
	for path, want := range map[string]string{"x": link + "/x", "~/x": "/home/u/x", "/x": "/x",
		"../x": filepath.Join(link, "../x")} {
		if got := p.Path(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if got := p.Tilde("/home/u/x"); got != "~/x" {
		t.Errorf("it is shown as %s", got)
	}
}

func TestFolderIsTheShellsOnlyWhereThatIsTrue(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	for _, pwd := range []string{"", other, "relative", dir + "/gone"} {
		if got := setup.NewProcess(nil, []string{"PWD=" + pwd}, dir, nil, nil, nil).Folder(); got != dir {
			t.Errorf("with PWD=%s the folder is %s", pwd, got)
		}
	}
}

func TestArgumentsBehindAVerb(t *testing.T) {
	for _, c := range []struct{ args, want []string }{
		{[]string{"run", "--to", "pi"}, []string{"--to", "pi"}}, {[]string{"--x", "run"}, nil},
		{[]string{"run", "run"}, []string{"run"}},
	} {
		if got := setup.NewProcess(c.args, nil, "", nil, nil, nil).Behind("run"); !slices.Equal(got, c.want) {
			t.Errorf("behind %q are %q", c.args, got)
		}
	}
}

func TestProcessIsClosedOnceAndInOrder(t *testing.T) {
	p := setup.NewProcess(nil, nil, "", nil, nil, nil)
	var closed []int
	for i := range 2 {
		p.OnClose(func() { closed = append(closed, i) })
	}
	p.Close()
	p.Close()
	if !slices.Equal(closed, []int{0, 1}) {
		t.Errorf("closed are %v", closed)
	}
}

func TestCLIsFindTheirHomesWhereTheUserHasMovedThem(t *testing.T) {
	home := t.TempDir()
	environ := []string{"HOME=" + home, "STEAD_CLI_CODEX_HOME=~/.codex-work", "CODEX_HOME=/elsewhere",
		"STEAD_ERRAND_OF=laptop", "STEAD_CLI_CODEX_ENV=TOKEN=s3cr3t"}
	p := setup.NewProcess(nil, environ, home, nil, nil, nil)
	defer p.Close()
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.String("history", "", "")
	if err := set.Parse([]string{"--history", "last:3"}); err != nil {
		t.Fatal(err)
	}
	given := config.Flags{"history": set.Lookup("history")}
	s, err := p.Load(given)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Host.Getenv("CODEX_HOME"), filepath.Join(home, ".codex-work"); got != want {
		t.Errorf("adapters are told %s, want %s", got, want)
	}
	if of := s.Host.Getenv("STEAD_ERRAND_OF"); of != "" {
		t.Errorf("CLIs are told of an errand of %s", of)
	}
	if s.Config.History != "last:3" {
		t.Errorf("the command line's setting is %s", s.Config.History)
	}
	if err := set.Set("history", "some"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Load(given); err == nil {
		t.Error("a wrong setting is taken")
	}
}
