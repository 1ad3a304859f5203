package redact

import "stead/redact/gitleaks"

// What gitleaks' rules look for are keys of services, which tell what they are. Passwords do not: the rules here know them by where they stand.
const (
	// value is what stands behind a name: in quotes, or up to what cannot be in one.
	value = `(?:"([^"\s]{4,})"|'([^'\s]{4,})'|` + "`([^`\\s]{4,})`" + `|([^\s"'` + "`" + `,;&<>(){}\[\]|\\]{5,}))(?:[\s"',;&<>)}\]|\\` + "`" + `]|$)`
	// is stands between the name and the value, in code, settings and prose: "password for the database is hunter2".
	is = `["'` + "`" + `*]{0,3}(?:[ \t]{1,4}(?:for|of|to|on|at)(?:[ \t]{1,4}[^\s:=.,;>|?(){}\[\]<]{1,40}){1,4})?(?:\s{0,4}(?::=|=>|[:=])[*_]{0,2}\s{0,4}|[ \t]{1,4}(?:is|was)(?:[ \t]{1,4}now)?:?[ \t]{1,4})`
)

// ownRules are stead's own. They come behind all others, whose names tell more.
func ownRules() []rule {
	return []rule{
		own("connection-string", `(?i)\b[a-z][a-z0-9+.-]{1,30}://[^\s:/?#@'"<>\\]{0,128}:([^\s/@'"<>\\]{4,})@[\w\[%$]`, isPasswordOfURL, "://"),
		own("authorization-header", `(?i)\bauthorization\\?["'`+"`"+`]?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\?["'`+"`"+`]?(?:(?:bearer|basic|token|apikey|key|digest)[ \t]{1,4})?([\w=~@.+/-]{8,})`,
			isKey, "authorization"),
		own("bearer-token", `(?i)\bbearer[ \t]{1,4}([\w=~.+/-]{12,})`, isKey, "bearer "),
		said("password", `(?i)(?:pass(?:words?|wort|wd|phrase|code)|pwd)`+is+value, isPassword, "passw", "passphrase", "passcode", "pwd"),
		said("named-key", `(?i)(?:api[_ -]?key|access[_-]?key|secret[_-]?key|auth[_-]?key|private[_-]?key|secret|token|credential)`+is+value, isKey,
			"api_key", "api-key", "api key", "apikey", "access_key", "access-key", "accesskey", "auth_key", "auth-key", "authkey", "private_key", "private-key",
			"privatekey", "secret", "token", "credential"),
		own("option", `(?i)(?:^|[\s"'`+"`"+`])--?(?:pass(?:word|wd|phrase)?|token|secret|api-?key)(?:=|[ \t]{1,4})`+value, isPassword,
			"-pass", "-token", "-secret", "-api-key", "-apikey"),
	}
}

func own(name, expression string, isCredible func(secret, match string) bool, words ...string) rule {
	r := newRule(gitleaks.Rule{ID: name, Expression: expression, Keywords: words})
	r.isCredible = isCredible
	return r
}

// said is a rule of which the value stands behind a name, and a verb or an operator.
func said(name, expression string, isCredible func(secret, match string) bool, words ...string) rule {
	r := own(name, expression, isCredible, words...)
	r.isSaid = true
	return r
}
