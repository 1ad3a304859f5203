package qwen

import "stead/adapters/adapter"

// Name is the CLI's name in references and in native records.
const Name = "qwen"

// Version is the newest version that the facts in this package were checked with.
const Version = "0.24.4"

// Info describes the CLI.
func Info() adapter.Info {
	return adapter.Info{
		Name: Name, Title: "Qwen Code", Vendor: "alibaba", TakesThinking: true, HomeVariable: "QWEN_HOME",
		Tested:    []string{"0.15.10", Version},
		Signature: "JSON lines with a uuid, a sessionId and a message that has parts",
	}
}
