package opencode

import (
	"os"
	"path/filepath"
	"strings"

	"stead/adapters/opencode"
	"stead/inject"
)

// bound is an npm setting in the environment.
type bound struct{ name, value string }

// OpenCode installs a package of its own next to each of its configuration files: some sixty packages, in the user's
// folder. If there is any plugin, such as stead's listener, it does nothing until the installation has ended. No
// session needs these packages (1.18.33): a first start took 6 s with them and takes 1.2 s without.
var (
	// offline makes the installation fail immediately.
	offline = []bound{{"npm_config_offline", "true"}}
	// patience limits the duration of the installation if the user has plugins or tools of their own, which may need the
	// registry. npm tries for more than a minute if the registry refuses, and for many minutes if it does not answer.
	patience = []bound{{"npm_config_fetch_retries", "0"}, {"npm_config_fetch_timeout", "10000"}}
)

// hurry returns these settings as variables, and their names. The plugin removes the variables before OpenCode looks
// for a provider's package, and before any command of the model inherits them. Settings of the user stay.
func hurry(g inject.Environment) (variables, names []string) {
	bounds := offline
	if hasExtensions(g) {
		bounds = patience
	}
	names = []string{}
	for _, b := range bounds {
		if g.Host.Getenv(b.name) == "" && g.Host.Getenv(strings.ToUpper(b.name)) == "" {
			variables, names = append(variables, b.name+"="+b.value), append(names, b.name)
		}
	}
	return variables, names
}

// hasExtensions reports whether the user has plugins or tools of their own, or configuration that cannot be read.
func hasExtensions(g inject.Environment) bool {
	s, err := readSettings(g)
	if err != nil || bool(s.Plugin) {
		return true
	}
	folders := []string{opencode.ConfigFolder(g.Host), filepath.Join(g.Host.Home, ".opencode")}
	if named := g.Host.Getenv("OPENCODE_CONFIG_DIR"); named != "" {
		folders = append(folders, named)
	}
	for _, folder := range projectFolders(g.Dir) {
		folders = append(folders, filepath.Join(folder, ".opencode"))
	}
	for _, folder := range folders {
		for _, name := range []string{"plugin", "plugins", "tool", "tools"} {
			if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
				return true
			}
		}
	}
	return false
}
