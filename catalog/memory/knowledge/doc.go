// Package knowledge finds what was learned in a session, by rules and without any model: failures with their cures,
// decisions, corrections by the user, and repeated actions and requests.
//
// [Extract] walks over a conversation once and keeps little of it in memory, however long it is. [Update] does so for
// the sessions that have changed. Each finding names the steps that support it, and the rule that found it with that
// rule's confidence: how often the rule was right in cases that people had judged before. docs/knowledge.md has the
// figures and explains how they were measured. Failures with their cures are reliable. Decisions and corrections, which
// depend on wording, are weak, and their confidence says so.
package knowledge
