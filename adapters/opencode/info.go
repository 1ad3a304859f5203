package opencode

import (
	"os"
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
)

// Name is the CLI's name in references and in native records.
const Name = "opencode"

// TestedVersion is the newest version that the facts in this package were checked with.
const TestedVersion = "1.18.33"

// Info describes the CLI. It has no vendor because it works with models of any vendor. It has no home variable because
// XDG_DATA_HOME, which moves its data, moves that of every other program as well.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "OpenCode", TakesThinking: true, Forgets: true, Tested: []string{TestedVersion},
		Signature: "its database opencode.db, the tree of its data folder, or the JSON of opencode export: an object with info and messages"}
}

// MemoryDatabase is the value of OPENCODE_DB for a database that no other process can see.
const MemoryDatabase = ":memory:"

// Root returns the folder of the CLI's data: $XDG_DATA_HOME/opencode, else ~/.local/share/opencode. If OPENCODE_DB
// names the database, Root returns that file instead.
func Root(host adapter.Host) string {
	root := filepath.Join(xdg(host, "XDG_DATA_HOME", ".local", "share"), "opencode")
	switch name := host.Getenv("OPENCODE_DB"); {
	case name == "" || name == MemoryDatabase:
		return root
	case filepath.IsAbs(name):
		return filepath.Clean(name)
	default:
		return filepath.Join(root, name)
	}
}

// DataFolder returns the folder that holds the CLI's data besides its database, such as credentials.
func DataFolder(host adapter.Host) string {
	return filepath.Join(xdg(host, "XDG_DATA_HOME", ".local", "share"), "opencode")
}

// ConfigFolder returns the folder of the user's configuration.
func ConfigFolder(host adapter.Host) string {
	return filepath.Join(xdg(host, "XDG_CONFIG_HOME", ".config"), "opencode")
}

// StateFolder returns the folder in which the CLI stores the user's last choices.
func StateFolder(host adapter.Host) string {
	return filepath.Join(xdg(host, "XDG_STATE_HOME", ".local", "state"), "opencode")
}

func xdg(host adapter.Host, variable string, otherwise ...string) string {
	if folder := host.Getenv(variable); folder != "" {
		return folder
	}
	return filepath.Join(append([]string{host.Home}, otherwise...)...)
}

// Database returns the path of the database that released versions of the CLI use.
func Database(root string) string {
	if isDatabaseName(root) {
		return root
	}
	return filepath.Join(root, "opencode.db")
}

// isDatabaseName reports whether a root is the database itself (see [Root]).
func isDatabaseName(root string) bool {
	if strings.HasSuffix(root, ".db") {
		return true
	}
	info, err := os.Stat(root)
	return err == nil && info.Mode().IsRegular()
}

// Databases returns the databases in a store. Versions that are not releases have a database of their own,
// opencode-<channel>.db.
func Databases(root string) []string {
	if isDatabaseName(root) {
		if _, err := os.Lstat(root); err != nil {
			return nil
		}
		return []string{root}
	}
	found, _ := filepath.Glob(filepath.Join(root, "opencode.db"))
	channels, _ := filepath.Glob(filepath.Join(root, "opencode-*.db"))
	return append(found, channels...)
}
