package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"stead/inject/redaction"
	"stead/internal/adapt/encoded"
)

// shortestValue is the minimum length of a variable's value that counts as a secret: "1" and "true" do not.
const shortestValue = 8

// telltale are parts of a variable's name that identify its value as a secret.
var telltale = []string{"KEY", "TOKEN", "SECRET", "PASSWORD"}

// ofEnvironment returns the values of the variables whose names indicate a secret. The path of a file does not count:
// SSH_KEY_FILE, SECRETS_DIR.
func ofEnvironment(environ []string) []redaction.Secret {
	var secrets []redaction.Secret
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		isSecret := slices.ContainsFunc(telltale, func(part string) bool {
			return strings.Contains(strings.ToUpper(name), part)
		})
		if isSecret && len(value) >= shortestValue && !filepath.IsAbs(value) {
			rule := "environment variable " + name
			secrets = append(secrets, redaction.Secret{Rule: rule, Value: value})
			for _, form := range encoded.Forms(value) {
				secrets = append(secrets, redaction.Secret{Rule: rule, Value: form.Text})
			}
		}
	}
	return secrets
}
