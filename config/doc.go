// Package config reads stead's settings and returns them as a plain struct. No other package knows their source.
//
// A setting comes from the first of these that has it: the command line's flags, the environment (STEAD_HISTORY,
// STEAD_CLI_CODEX_BINARY), the file config.yaml, the defaults:
//
//	history: last:20
//	thinking: text
//	redact: mask
//	pause: false
//	cli:
//	  codex:
//	    binary: ~/bin/codex-nightly
//	    home: ~/.codex-work
//	    args: [--search]
//	    model: gpt-5.5
//	    models: ["claude-haiku-*=gpt-5.5-mini"]
//	    env: [OPENAI_BASE_URL=http://127.0.0.1:8080/v1]
//	notify:
//	  command: [notify-me, --sound]
//	  quiet: 22:00-07:30
//	memory:
//	  tenant: acme
//	  exports: {claude: ~/exports}
//
// An unknown key or an invalid value is an error that names its place and the allowed values. Environment variables are
// written as values, NAME=value, because viper does not keep the case of keys.
package config
