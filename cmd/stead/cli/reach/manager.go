package reach

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"stead/adapters"
	"stead/cmd/stead/cli/setup"
	"stead/inject"
	"stead/internal/sys/userservice"
)

// manager is what runs services on a system.
type manager struct {
	// program is the system's own, which need not be there.
	program string
	file    string
	content []byte
	// clear is done before a service is begun, and may fail; begin, end and forget must not. asks succeeds while the
	// service runs.
	clear, begin, end, forget [][]string
	asks                      []string
	// advice is what the user may want to do beside.
	advice string
}

// managerOf is this system's, for a service whose content may be empty where that does not matter.
func (b background) managerOf(p *setup.Process, s userservice.Service) (manager, error) {
	settings, err := p.Load(nil)
	if err != nil {
		return manager{}, err
	}
	s.Name, s.Maker, s.Environ = strings.ReplaceAll(b.name, " ", "-"), b.name+" install", kept(p.Environ)
	s.Log = filepath.Join(settings.Config.Folders.State, strings.TrimPrefix(s.Name, "stead-")+".log")
	if runtime.GOOS == "darwin" {
		return launchd(p, s), nil
	}
	return systemd(p, s), nil
}

func systemd(p *setup.Process, s userservice.Service) manager {
	ask := func(args ...string) []string { return append([]string{"--user"}, args...) }
	unit, reload := s.Name+".service", ask("daemon-reload")
	return manager{
		program: "systemctl", file: s.UnitPath(cmp.Or(p.Getenv("XDG_CONFIG_HOME"), filepath.Join(p.Home(), ".config"))),
		content: s.Unit(),
		begin:   [][]string{reload, ask("enable", unit), ask("restart", unit)},
		end:     [][]string{ask("disable", "--now", unit)}, forget: [][]string{reload},
		asks: ask("is-active", "--quiet", unit), advice: "`loginctl enable-linger` has it begin without a login, too",
	}
}

func launchd(p *setup.Process, s userservice.Service) manager {
	domain := fmt.Sprintf("gui/%d", os.Getuid())
	target, file := domain+"/"+s.Name, s.ListPath(p.Home())
	out := [][]string{{"bootout", target}}
	return manager{
		program: "launchctl", file: file, content: s.List(), clear: out, begin: [][]string{{"bootstrap", domain, file}},
		end: out, asks: []string{"print", target},
	}
}

// moves are the variables that say where programs are, and those that say where a CLI's folders are beside its home.
var moves = []string{
	"PATH", "LANG", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
	"QWEN_RUNTIME_DIR", "OPENCODE_CONFIG_DIR", "OPENCODE_DB", "PI_CODING_AGENT_SESSION_DIR", "CLIDO_DATA_DIR",
}

// kept is what a service gets of an environment. Keys and tokens are not among it: they would lie in a file.
func kept(environ []string) (some []string) {
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		if value != "" && (slices.Contains(moves, name) || isHome(name)) {
			some = append(some, variable)
		}
	}
	return some
}

// isHome reports whether a variable says where a CLI has its home.
func isHome(name string) bool {
	return slices.ContainsFunc(adapters.Drivers(), func(d inject.Driver) bool { return d.Info().HomeVariable == name })
}

func (m manager) isThere() bool {
	_, err := exec.LookPath(m.program)
	return err == nil
}

// run has the system's program do something. The error has what it says.
func (m manager) run(ctx context.Context, p *setup.Process, all [][]string) error {
	for _, args := range all {
		command := exec.CommandContext(ctx, m.program, args...)
		command.Env = p.Environ
		if said, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("%s %s: %w %s", m.program, strings.Join(args, " "), err, strings.TrimSpace(string(said)))
		}
	}
	return nil
}
