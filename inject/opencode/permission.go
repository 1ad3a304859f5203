package opencode

import (
	"encoding/json"

	"stead/inject"
)

// permissionVariable holds rules that take precedence over those of OpenCode's configuration, but not over the
// configuration's rules for an agent (1.18.33).
const permissionVariable = "OPENCODE_PERMISSION"

// permit sets the calls about which OpenCode need not ask. A headless run refuses calls about which it would ask.
// OpenCode limits edits to the working folder, and also the paths that commands name. --auto allows everything that is
// not denied.
func permit(c *inject.Command, l inject.Launch) {
	rules := map[string]string{}
	if l.Allow == inject.Edits {
		rules["edit"], rules["bash"] = "allow", "allow"
	}
	if l.Headless {
		// OpenCode gives the sessions that `opencode run` creates equivalent rules. Any other session would wait for an
		// answer forever.
		rules["question"], rules["plan_enter"], rules["plan_exit"] = "deny", "deny", "deny"
	}
	if len(rules) > 0 {
		c.Environment = append(c.Environment, permissionVariable+"="+withRules(l.Host.Getenv(permissionVariable), rules))
	}
	if l.Allow == inject.Everything && !inject.Names(l.Arguments, "--auto") {
		c.Arguments = append(c.Arguments, "--auto")
	}
}

// withRules returns the permissions of the environment with rules added or replaced.
func withRules(permission string, rules map[string]string) string {
	all := map[string]json.RawMessage{}
	if json.Unmarshal([]byte(permission), &all) != nil {
		all = map[string]json.RawMessage{} // OpenCode ignores invalid permissions, too
	}
	for name, rule := range rules {
		all[name] = json.RawMessage(`"` + rule + `"`)
	}
	merged, err := json.Marshal(all)
	if err != nil {
		return `{"question":"deny"}`
	}
	return string(merged)
}
