"""Which models are there for: placing texts in meaning, reading them, answering? Their settings.

A part of `settings`, which gives out all groups; nothing else imports this.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Seconds = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all groups share: frozen, named fields only, unknown keys refused."""


class EmbeddingSettings(Group, frozen=True, kw_only=True):
    """Which model places texts in meaning."""

    provider: Annotated[
        Literal["fastembed", "http", "none"],
        Meta(description="fastembed: in process; http: an OpenAI-compatible endpoint; none."),
    ] = "fastembed"
    model: Annotated[
        str, Meta(description="Model name; the default one comes with the installation.")
    ] = "all-MiniLM-L6-v2-int8"
    model_path: Annotated[
        str, Meta(description="Folder or .onnx file of your own model (provider fastembed).")
    ] = ""
    endpoint: Annotated[
        str, Meta(description="Base URL of provider http, such as http://localhost:11434/v1.")
    ] = ""
    api_key_env: Annotated[
        str, Meta(description="Name of the environment variable that holds the API key.")
    ] = ""
    dimensions: Annotated[
        int, Meta(ge=0, description="Length of a vector (provider http); 0 asks the endpoint.")
    ] = 0
    query_prefix: Annotated[str, Meta(description="Put before queries, if the model wants it.")] = (
        ""
    )
    passage_prefix: Annotated[
        str, Meta(description="Put before stored texts, if the model wants it.")
    ] = ""
    unrelated_cosine: Annotated[
        float, Meta(ge=-1, lt=1, description="What the model gives to texts that have nothing in "
                    "common; models of the e5 family about 0.75, most others 0.")
    ] = 0.0  # fmt: skip
    threads: Annotated[
        int,
        Meta(
            ge=0,
            description="Threads of the model; 0 takes half of the processors, since "
            "the search runs beside it and more are hardly faster.",
        ),
    ] = 0
    batch_items: Annotated[Count, Meta(description="Texts embedded in one call at most.")] = 32
    timeout_s: Annotated[Seconds, Meta(description="An embedding call may take this long.")] = 30.0
    max_unknown_share: Annotated[
        Share, Meta(description="A text with a larger share of unknown tokens gets no vector.")
    ] = 0.2
    format: Annotated[
        Literal["plain", "labelled"],
        Meta(description="labelled adds [type] [tags] [date] around the text; plain finds more."),
    ] = "plain"


class ExtractionSettings(Group, frozen=True, kw_only=True):
    """How entities, relations and facts are read out of what is stored, in the background."""

    mode: Annotated[
        Literal["off", "auto", "rules", "llm", "http"],
        Meta(description="rules: patterns of any script, and the syntax of English; "
             "llm: a language model on this machine, see [llm]; http: one behind endpoint; "
             "auto: http if endpoint is set, llm if llm.model_path is, else rules; off: what is "
             "stored waits to be read."),
    ] = "auto"  # fmt: skip
    endpoint: Annotated[
        str, Meta(description="Base URL of an OpenAI-compatible server for mode http, such as "
                  "http://localhost:11434/v1 (Ollama). What is stored is sent there.")
    ] = ""  # fmt: skip
    model: Annotated[str, Meta(description="The model's name at the endpoint.")] = ""
    api_key_env: Annotated[
        str, Meta(description="Name of the environment variable that holds the endpoint's API key; "
                  "with _FILE added, of a variable that names a file with it.")
    ] = ""  # fmt: skip
    batch_items: Annotated[Count, Meta(description="Memories read in one go at most.")] = 10
    batch_interval_s: Annotated[
        float, Meta(ge=0, description="A smaller number waits this long for others.")
    ] = 30.0
    timeout_s: Annotated[
        Seconds, Meta(description="One go may take this long (mode rules; see llm.timeout_s).")
    ] = 60.0
    max_attempts: Annotated[
        Count, Meta(description="A memory that failed this often is left, with the reason.")
    ] = 5
    min_confidence: Annotated[
        Share, Meta(description="What is less sure than this is dropped.")
    ] = 0.5
    source_reliability: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^.+=(0|1|0?\.\d+|1\.0+)$")], ...],
        Meta(description="How far what comes from a source is believed, 0 to 1, as in \"web=0.6\": "
             "it lowers the confidence of what is read there. Any other source: 1."),
    ] = ()  # fmt: skip


class LlmSettings(Group, frozen=True, kw_only=True):
    """The language model that reads texts, on this machine or behind extraction.endpoint."""

    model_path: Annotated[
        str, Meta(description="A GGUF file, or a name that `perspective models list` shows; with "
                  "the extra llm.")
    ] = ""  # fmt: skip
    models_dir: Annotated[
        str,
        Meta(description="Folder of pulled models; empty: models in the user's data directory."),
    ] = ""
    hub_url: Annotated[
        str, Meta(description="Where `perspective models pull` asks: a hub, or a mirror of it. "
                  "Nothing else does.")
    ] = "https://huggingface.co"  # fmt: skip
    template: Annotated[
        Literal["auto", "chat", "nuextract"],
        Meta(description="How it is asked; auto: nuextract where its name says so, else chat."),
    ] = "auto"
    context_tokens: Annotated[
        int, Meta(ge=1024, description="Tokens of a prompt with its answer; long texts are cut to "
                  "it. A server (Ollama: 4096) must be set to as many.")
    ] = 8_192  # fmt: skip
    max_output_tokens: Annotated[
        int, Meta(ge=64, description="An answer ends here at the latest: ten memories take about "
                  "half of it, and one that loops would never end.")
    ] = 3_072  # fmt: skip
    threads: Annotated[
        int, Meta(ge=0, description="Threads of the local model; 0 takes half of the processors, "
                  "since the daemon answers beside it.")
    ] = 0  # fmt: skip
    timeout_s: Annotated[
        Seconds, Meta(description="An answer may take this long, loading the model included; ten "
                      "memories take a small model on one thread some minutes.")
    ] = 600.0  # fmt: skip
    idle_s: Annotated[
        Seconds, Meta(description="The local model's process ends after so long without work, and "
                      "its memory is free again.")
    ] = 60.0  # fmt: skip
