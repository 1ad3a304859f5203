package redact

import (
	"path/filepath"
	"slices"
	"strings"

	"stead/inject"
)

// shortestValue is how long the value of a variable must be to be taken for a secret: "1" and "true" are none.
const shortestValue = 8

// telltale are the parts of a variable's name that tell that its value is a secret.
var telltale = []string{"KEY", "TOKEN", "SECRET", "PASSWORD"}

// ofEnvironment returns the values of the variables that are named like secrets. The path of a file is none: SSH_KEY_FILE, SECRETS_DIR.
func ofEnvironment(environ []string) []inject.Secret {
	var secrets []inject.Secret
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		isSecret := slices.ContainsFunc(telltale, func(part string) bool { return strings.Contains(strings.ToUpper(name), part) })
		if isSecret && len(value) >= shortestValue && !filepath.IsAbs(value) {
			secrets = append(secrets, inject.Secret{Rule: "environment variable " + name, Value: value})
		}
	}
	return secrets
}

// verbatim returns the secrets that stand in a text.
func verbatim(secrets []inject.Secret, text string) []inject.Secret {
	var found []inject.Secret
	for _, s := range secrets {
		if strings.Contains(text, s.Value) {
			found = append(found, s)
		}
	}
	return found
}
