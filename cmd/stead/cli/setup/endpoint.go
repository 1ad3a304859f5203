package setup

import (
	"fmt"

	"stead/catalog/memory/optional/model"
	"stead/cmd/stead/cli/failure"
	"stead/config"
	"stead/inject/redaction"
)

// Endpoint returns a client for an endpoint from the settings. Secrets are masked in texts for other machines.
func (s *Setup) Endpoint(setting string, e config.Endpoint) (*model.Client, error) {
	if e.Model == "" {
		return nil, &failure.Error{Code: failure.WrongUsage, Text: setting + ".url is set, but no model",
			Tip: "stead config set " + setting + ".model NAME"}
	}
	key := ""
	if e.KeyEnv != "" {
		if key = s.Host.Getenv(e.KeyEnv); key == "" {
			return nil, &failure.Error{Code: failure.WrongUsage,
				Text: fmt.Sprintf("%s.key_env names %s, which is not set", setting, e.KeyEnv), Tip: "export " + e.KeyEnv + "=..."}
		}
	}
	var secrets redaction.Detector
	return model.NewClient(model.ClientOptions{URL: e.URL, Model: e.Model, Key: key, Mask: func(text string) string {
		if secrets == nil {
			secrets = s.Secrets()
		}
		return redaction.MaskText(secrets, text)
	}})
}
