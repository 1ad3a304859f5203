package harness

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// key is the dummy API key of both CLIs. Claude Code remembers a key that
// was approved by its last 20 characters.
const key = "sk-loopback-00000000000000000000"

// Home is a home folder in which both CLIs talk to the provider and never
// ask anything.
type Home struct {
	// Dir is HOME.
	Dir string
	// Work is the project folder, trusted by both CLIs.
	Work string

	provider string
	path     string
}

// NewHome makes a home in dir, which must exist, for a provider at the given
// base address. The pinned CLIs must be installed (scripts/clis).
func NewHome(dir, provider string) (*Home, error) {
	// Claude Code names a project's folder after the real path.
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("make a home: %w", err)
	}
	path, err := searchPath()
	if err != nil {
		return nil, err
	}
	h := &Home{Dir: filepath.Join(dir, "home"), Work: filepath.Join(dir, "work"), provider: provider, path: path}
	for _, folder := range []string{h.Work, h.temporary()} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, fmt.Errorf("make a home: %w", err)
		}
	}
	return h, h.configure()
}

// searchPath is PATH: the pinned CLIs, the Node that runs one of them, and
// the system's own folders.
func searchPath() (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	clis := filepath.Join(root, ".cache", "clis", "node_modules", ".bin")
	for _, name := range []string{"claude", "codex"} {
		if _, err := os.Stat(filepath.Join(clis, name)); err != nil {
			return "", fmt.Errorf("the pinned %s is not installed: run scripts/clis, or make test: %w", name, err)
		}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return "", fmt.Errorf("node is not installed, and codex needs it: %w", err)
	}
	folders := []string{clis, filepath.Dir(node), "/usr/bin", "/bin"}
	return strings.Join(folders, string(os.PathListSeparator)), nil
}

// Root is the project's folder: the nearest one above the working folder
// that holds go.mod.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("find the project's folder: no go.mod in the working folder or above it")
		}
		dir = parent
	}
}

// temporary is TMPDIR. Codex 0.169.0 warns when its home is inside the
// temporary folder, so that one is inside the home.
func (h *Home) temporary() string { return filepath.Join(h.Dir, "tmp") }

// Env is the whole environment of a program in this home.
func (h *Home) Env() []string {
	return []string{
		"PATH=" + h.path,
		"HOME=" + h.Dir,
		"TMPDIR=" + h.temporary(),
		"TERM=xterm-256color",
		"LANG=C.UTF-8",
		"TZ=UTC",
		"SHELL=/bin/sh",
		"HTTP_PROXY=" + h.provider,
		"HTTPS_PROXY=" + h.provider,
		"NO_PROXY=127.0.0.1,localhost",
		"ANTHROPIC_BASE_URL=" + h.provider,
		"ANTHROPIC_API_KEY=" + key,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL=1",
		"DISABLE_AUTOUPDATER=1",
		"CLAUDE_CODE_MAX_RETRIES=0", // a failure by script is one request
		"IS_SANDBOX=1",              // without it Claude Code refuses to skip permissions as root
		"MOCK_API_KEY=" + key,
	}
}

// Command prepares a program of PATH to run in a folder of this home; an
// empty folder means Work.
func (h *Home) Command(dir, name string, args ...string) *exec.Cmd {
	if dir == "" {
		dir = h.Work
	}
	command := exec.Command(h.lookPath(name), args...)
	command.Dir, command.Env = dir, h.Env()
	return command
}

// lookPath finds a program in the home's PATH rather than in the test's.
func (h *Home) lookPath(name string) string {
	for _, folder := range filepath.SplitList(h.path) {
		if path := filepath.Join(folder, name); isFile(path) {
			return path
		}
	}
	return name
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// configure writes the configuration of both CLIs.
func (h *Home) configure() error {
	claude, err := json.MarshalIndent(claudeState(h.Work), "", "  ")
	if err != nil {
		return err
	}
	files := map[string]string{
		".claude.json":          string(claude),
		".claude/settings.json": claudeSettings,
		".codex/config.toml":    fmt.Sprintf(codexConfig, h.provider, h.Work),
	}
	for name, content := range files {
		path := filepath.Join(h.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// claudeState answers the dialogs of Claude Code 2.1.197: onboarding, the
// custom key, trust in the folder.
func claudeState(work string) any {
	return map[string]any{
		"hasCompletedOnboarding": true,
		"customApiKeyResponses":  map[string]any{"approved": []string{key[len(key)-20:]}, "rejected": []string{}},
		"projects":               map[string]any{work: map[string]any{"hasTrustDialogAccepted": true}},
	}
}

// claudeSettings lets tools run without asking, and without the warning that
// this mode brings.
const claudeSettings = `{
  "permissions": {"defaultMode": "bypassPermissions"},
  "skipDangerousModePermissionPrompt": true
}
`

// codexConfig answers the dialogs of Codex 0.169.0: update check, model
// upgrade, trust. The provider is called mock because the recorded sessions
// name it so, and a session with another provider's name is refused. Without
// daemon_auto_start=false the TUI leaves a server behind that keeps the
// environment of its first start.
const codexConfig = `model = "gpt-5.5"
model_provider = "mock"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = "%s/v1"
wire_api = "responses"
env_key = "MOCK_API_KEY"
request_max_retries = 0
stream_max_retries = 0

[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"

[features]
daemon_auto_start = false
plugins = false
apps = false

[analytics]
enabled = false

[projects."%s"]
trust_level = "trusted"
`
