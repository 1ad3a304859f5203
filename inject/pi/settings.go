package pi

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"stead/inject"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// settings are the parts of settings.json that determine the model, and the dialog at the start.
type settings struct {
	DefaultProvider     string
	DefaultModel        string
	DefaultProjectTrust string
}

// read adds the settings of a file. If the file is invalid, the CLI itself reports that.
func (s *settings) read(path string) {
	if data, err := regular.ReadFile(path); err == nil {
		_ = json.Unmarshal(data, s)
	}
}

// Configured returns the model with which the CLI would continue: the one in the user's arguments, else the default in
// its settings, else the first model of models.json if there is no other provider. If there are several providers, only
// the CLI knows which one it prefers.
func (Driver) Configured(g inject.Environment) inject.Model {
	if name := option(g.Arguments, "--model"); name != "" {
		return named(option(g.Arguments, "--provider"), name)
	}
	var s settings
	s.read(filepath.Join(g.Store.Root, "settings.json"))
	if trusted, _ := decision(g); trusted {
		s.read(filepath.Join(g.Dir, ".pi", "settings.json"))
	}
	switch {
	case s.DefaultProvider != "" && s.DefaultModel != "":
		return inject.Model{Provider: s.DefaultProvider, Name: s.DefaultModel}
	case isSignedIn(g):
		return inject.Model{}
	}
	return firstModel(g.Store.Root)
}

// option returns the value of an option, or the empty string.
func option(arguments []string, name string) string {
	at := slices.Index(arguments, name)
	if at < 0 || at+1 == len(arguments) {
		return ""
	}
	return arguments[at+1]
}

// named splits a model's name, "provider/model". Only the CLI can look up a partial name.
func named(provider, name string) inject.Model {
	if provider != "" {
		return inject.Model{Provider: provider, Name: strings.TrimPrefix(name, provider+"/")}
	}
	if before, after, ok := strings.Cut(name, "/"); ok {
		return inject.Model{Provider: before, Name: after}
	}
	return inject.Model{}
}

// keys are the environment variables that hold credentials for the CLI's own providers (read in its code).
var keys = strings.Fields(`ANTHROPIC_AUTH_TOKEN ANTHROPIC_OAUTH_TOKEN ANTHROPIC_API_KEY OPENAI_API_KEY AZURE_OPENAI_API_KEY GEMINI_API_KEY
	GOOGLE_CLOUD_API_KEY GOOGLE_APPLICATION_CREDENTIALS COPILOT_GITHUB_TOKEN AWS_PROFILE AWS_ACCESS_KEY_ID
	AWS_BEARER_TOKEN_BEDROCK
	ANT_LING_API_KEY QWEN_TOKEN_PLAN_API_KEY QWEN_TOKEN_PLAN_CN_API_KEY NVIDIA_API_KEY DEEPSEEK_API_KEY GROQ_API_KEY
	CEREBRAS_API_KEY
	XAI_API_KEY RADIUS_API_KEY OPENROUTER_API_KEY AI_GATEWAY_API_KEY ZAI_API_KEY ZAI_CODING_CN_API_KEY MISTRAL_API_KEY
	MINIMAX_API_KEY
	MINIMAX_CN_API_KEY MOONSHOT_API_KEY HF_TOKEN FIREWORKS_API_KEY TOGETHER_API_KEY BASETEN_API_KEY OPENCODE_API_KEY
	KIMI_API_KEY
	META_API_KEY CLOUDFLARE_API_KEY XIAOMI_API_KEY XIAOMI_TOKEN_PLAN_CN_API_KEY XIAOMI_TOKEN_PLAN_AMS_API_KEY XIAOMI_TOKEN_PLAN_SGP_API_KEY`)

// isSignedIn reports whether the CLI has credentials for one of its own providers.
func isSignedIn(g inject.Environment) bool {
	data, err := regular.ReadFile(filepath.Join(g.Store.Root, "auth.json"))
	if err == nil {
		for range jsonl.Members(data) {
			return true
		}
	}
	return slices.ContainsFunc(keys, func(name string) bool { return g.Host.Getenv(name) != "" })
}

// firstModel returns the first model of models.json whose provider has a key.
func firstModel(home string) inject.Model {
	data, err := regular.ReadFile(filepath.Join(home, "models.json"))
	if err != nil || !json.Valid(data) {
		return inject.Model{}
	}
	for provider, value := range jsonl.Members(jsonl.Value(data).Get("providers")) {
		for model := range jsonl.Elements(value.Get("models")) {
			if name := model.Get("id").String(); name != "" && value.Get("apiKey").String() != "" {
				return inject.Model{Provider: string(provider), Name: name}
			}
		}
	}
	return inject.Model{}
}
