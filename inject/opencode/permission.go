package opencode

import (
	"encoding/json"

	"stead/inject"
)

// permissionVariable holds rules that OpenCode lays over those of its configuration, but below those that this has for
// an agent (1.18.33).
const permissionVariable = "OPENCODE_PERMISSION"

// permit tells OpenCode what need not be asked about. Headless, what would be asked about is refused. Edits are bounded
// to the working folder, as is what commands name as a path; --auto allows what is not denied.
func permit(c *inject.Command, l inject.Launch) {
	rules := map[string]string{}
	if l.Allow == inject.Edits {
		rules["edit"], rules["bash"] = "allow", "allow"
	}
	if l.Headless {
		// OpenCode gives the sessions that `opencode run` makes rules to that effect; any other would wait for an answer
		// without end.
		rules["question"], rules["plan_enter"], rules["plan_exit"] = "deny", "deny", "deny"
	}
	if len(rules) > 0 {
		c.Environment = append(c.Environment, permissionVariable+"="+withRules(l.Host.Getenv(permissionVariable), rules))
	}
	if l.Allow == inject.Everything && !inject.Names(l.Arguments, "--auto") {
		c.Arguments = append(c.Arguments, "--auto")
	}
}

// withRules returns the permissions of the environment with rules in place of their own.
func withRules(permission string, rules map[string]string) string {
	all := map[string]json.RawMessage{}
	if json.Unmarshal([]byte(permission), &all) != nil {
		all = map[string]json.RawMessage{} // OpenCode ignores what it cannot read as well
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
