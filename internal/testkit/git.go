package testkit

import (
	"os"
	"strings"
)

// IsolateGit gives this process an empty home. It removes all variables of git from the environment, and then sets the
// given ones. End removes the home. Errors are those of the file system.
func IsolateGit(set map[string]string) (end func(), err error) {
	home, err := os.MkdirTemp("", "home-")
	if err != nil {
		return nil, err
	}
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); strings.HasPrefix(name, "GIT_") {
			_ = os.Unsetenv(name)
		}
	}
	all := map[string]string{"HOME": home, "XDG_CONFIG_HOME": home, "GIT_CONFIG_NOSYSTEM": "1"}
	for name, value := range set {
		all[name] = value
	}
	for name, value := range all {
		_ = os.Setenv(name, value) // names without "="
	}
	return func() { _ = os.RemoveAll(home) }, nil
}
