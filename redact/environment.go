package redact

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"stead/inject/redaction"
	"stead/internal/base64part"
	"stead/timeline"
)

// shortestValue is how long the value of a variable must be to be taken for a secret: "1" and "true" are none.
const shortestValue = 8

// telltale are the parts of a variable's name that tell that its value is a secret.
var telltale = []string{"KEY", "TOKEN", "SECRET", "PASSWORD"}

// ofEnvironment returns the values of the variables that are named like secrets. The path of a file is none: SSH_KEY_FILE, SECRETS_DIR.
func ofEnvironment(environ []string) []redaction.Secret {
	var secrets []redaction.Secret
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		isSecret := slices.ContainsFunc(telltale, func(part string) bool { return strings.Contains(strings.ToUpper(name), part) })
		if isSecret && len(value) >= shortestValue && !filepath.IsAbs(value) {
			rule := "environment variable " + name
			secrets = append(secrets, redaction.Secret{Rule: rule, Value: value})
			for _, form := range base64part.Forms(value) {
				secrets = append(secrets, redaction.Secret{Rule: rule, Value: form.Text})
			}
		}
	}
	return secrets
}

// verbatim returns the secrets that stand in a text.
func verbatim(secrets []redaction.Secret, text string) []redaction.Secret {
	var found []redaction.Secret
	for _, s := range secrets {
		if strings.Contains(text, s.Value) {
			found = append(found, s)
		}
	}
	return found
}

// verbatimIn is verbatim for the JSON form of a text, in which all but letters and digits may be escaped.
func verbatimIn(secrets []redaction.Secret, raw []byte) []redaction.Secret {
	var found []redaction.Secret
	for _, s := range secrets {
		quoted := timeline.NewText(s.Value)
		if bytes.Contains(raw, quoted.Inner()) {
			found = append(found, s)
		}
	}
	return found
}
