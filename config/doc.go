// Package config reads stead's settings and hands them on as a plain struct; nobody else knows where they come from.
//
// A setting is taken from the first of these that has it: the command line's flags, the environment (STEAD_HISTORY,
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
// A key that does not exist and a value that makes no sense are errors that say where they stand and what is allowed.
// Environment variables are values, NAME=value, because viper does not keep the case of keys.
package config
