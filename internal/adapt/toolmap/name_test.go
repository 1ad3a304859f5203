package toolmap_test

import (
	"testing"

	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

func TestName(t *testing.T) {
	for want, call := range map[string]timeline.Entry{
		"mcp__a-b__c_d": {OriginalTool: "mcp__a-b__c.d", Tool: timeline.Unknown},
		"web_fetch":     {Tool: timeline.WebFetch},
		"Fetch":         {OriginalTool: "Fetch", Tool: timeline.WebFetch},
		"unknown_tool":  {Tool: timeline.Unknown},
	} {
		if got := toolmap.Name(&call); got != want {
			t.Errorf("%+v is named %s, want %s", call, got, want)
		}
	}
}
