package config

import (
	"fmt"
	"net/url"

	"stead/internal/sys/lazy"
)

// Memory says how the memory of all sessions is kept.
type Memory struct {
	// Folder is where the memory's files are, an absolute path. Default: empty, which is "memory" in [Folders.Data]. See
	// [Config.MemoryFolder].
	Folder string `mapstructure:"folder"`
	// Tenant, Team and Project mark each row of the databases. Rows of another tenant are never seen. Default: empty.
	Tenant  string `mapstructure:"tenant"`
	Team    string `mapstructure:"team"`
	Project string `mapstructure:"project"`
	// Exports are the folders in which exports wait to be extracted, by the CLI's name. It has a member for every CLI.
	// Default: empty, the folders that ADR-020 names.
	Exports map[string]string `mapstructure:"exports"`
	// Archive is the folder to which extracted exports are moved. Default: empty, which is "archive" in the memory's
	// folder.
	Archive string `mapstructure:"archive"`
	// Embeddings is the endpoint that makes embeddings. Model is the endpoint that improves the results of the rules.
	// Default: none.
	Embeddings Endpoint `mapstructure:"embeddings"`
	Model      Endpoint `mapstructure:"model"`
}

// Endpoint is a model's service with OpenAI's API.
type Endpoint struct {
	// URL is the address before "/embeddings" and "/chat/completions". Default: empty, none.
	URL string `mapstructure:"url"`
	// Model is the model's name there. Default: empty.
	Model string `mapstructure:"model"`
	// KeyEnv names the environment variable that holds the key. Default: empty, no key.
	KeyEnv string `mapstructure:"key_env"`
}

// ofMemory are the settings of Memory, except memory.exports, which exists for each CLI.
var ofMemory = []known{
	{key: "memory.folder", kind: folder}, {key: "memory.tenant"}, {key: "memory.team"}, {key: "memory.project"},
	{key: "memory.archive", kind: folder},
	{key: "memory.embeddings.url", kind: address}, {key: "memory.embeddings.model"},
	{key: "memory.embeddings.key_env", kind: variable},
	{key: "memory.model.url", kind: address}, {key: "memory.model.model"}, {key: "memory.model.key_env", kind: variable},
}

// checkAddress checks the address of a service.
func checkAddress(value string) error {
	if value == "" {
		return nil
	}
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("%q is not an address such as http://127.0.0.1:11434/v1", value)
	}
	return nil
}

var variableName = lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_]*$`)

// checkVariable checks the name of an environment variable. The message does not repeat the value, because it may be a
// key that was put here by mistake.
func checkVariable(value string) error {
	if value != "" && !variableName().MatchString(value) {
		return fmt.Errorf("this is not the name of an environment variable: name the one that holds the key")
	}
	return nil
}
