package opencode

import (
	"strings"

	"stead/adapters/adapter"
)

// patience bounds how long OpenCode waits for npm's registry. It installs a package of its own beside each of its
// configuration files, and with any plugin, as stead's listener is, it does nothing before that has come to an end. npm
// tries for more than a minute when the registry refuses, and for many when it does not answer; the package is none
// that a session needs (1.18.33).
var patience = []struct{ name, value string }{{"npm_config_fetch_retries", "0"}, {"npm_config_fetch_timeout", "10000"}}

// hurry returns those bounds as variables, and their names, which are taken back before any command of the model's
// inherits them. What the user has set stays.
func hurry(host adapter.Host) (variables, names []string) {
	names = []string{}
	for _, p := range patience {
		if host.Getenv(p.name) == "" && host.Getenv(strings.ToUpper(p.name)) == "" {
			variables, names = append(variables, p.name+"="+p.value), append(names, p.name)
		}
	}
	return variables, names
}
