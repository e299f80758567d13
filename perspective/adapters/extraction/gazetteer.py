"""Which names are known to be tools, and which words tell a kind? A small table, lower case.

Short on purpose: what people build with is named with words that a model of news takes for
places, people and works of art. Everything else is told by context.
"""

from __future__ import annotations


def words(text: str, separator: str | None = None) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split(separator))


TOOLS = words(
    "airflow,android studio,angular,ansible,apache,apt,aws,azure,bash,bazel,blender,c#,c++,"
    "cargo,cassandra,celery,chatgpt,chrome,claude,clickhouse,cmake,confluence,copilot,css,"
    "cursor,datadog,debian,deno,discord,django,docker,dropbox,duckdb,eclipse,elasticsearch,"
    "elixir,emacs,erlang,excel,fastapi,figma,firebase,firefox,flask,flutter,gcc,gemini,git,"
    "github,gitlab,gmail,golang,google docs,gpt-4,grafana,graphql,haskell,helm,heroku,"
    "homebrew,html,illustrator,intellij,ios,java,javascript,jenkins,jira,jupyter,kafka,"
    "keras,kotlin,kubernetes,langchain,latex,linux,llama,llvm,lua,macos,mariadb,matlab,"
    "maven,mongodb,mypy,mysql,neo4j,neovim,nginx,node.js,nodejs,notion,npm,numpy,obsidian,"
    "ollama,openssl,outlook,pandas,perl,photoshop,php,pip,postgres,postgresql,postman,"
    "powerpoint,powershell,prometheus,pycharm,pydantic,pytest,python,pytorch,qdrant,"
    "rabbitmq,react,redis,redux,rails,ruby,ruff,rust,rustc,scala,scikit-learn,selenium,"
    "sentry,slack,spacy,spark,spotify,sql,sqlalchemy,sqlite,sublime text,svelte,swift,"
    "tailwind,tantivy,tensorflow,terraform,tmux,todoist,trello,typescript,ubuntu,unity,"
    "unreal engine,vercel,vim,visual studio,visual studio code,vite,vs code,vscode,vue,"
    "webpack,whatsapp,windows,word,wordpress,xcode,yarn,zig,zoom,zotero,zsh",
    ",",
)
# Words of every day as well: a tool only in capitals and beside a word of the trade.
AMBIGUOUS = words(
    "apache,apt,cargo,claude,cursor,eclipse,excel,flask,gemini,git,go,helm,java,notion,react,"
    "ruby,rust,scala,sentry,slack,spark,swift,unity,vim,windows,word,yarn,zoom",
    ",",
)
# Known without a capital too; names that are words or first names as well are left out.
SERVICES = words(
    "adidas airbnb amazon ebay facebook flickr google honda ikea imdb instagram linkedin "
    "lufthansa mcdonalds microsoft mozilla myspace netflix nintendo nokia openai paypal pepsi "
    "playstation reddit samsung skype snapchat sony starbucks telegram tesla tiktok toyota tumblr "
    "twitter uber volkswagen walmart wikipedia xbox yahoo youtube"
)
PLACES = words(
    "afghanistan africa alaska albania algeria amsterdam argentina arizona asia athens atlanta "
    "australia austria baghdad bangkok bangladesh barcelona beijing belgium berlin birmingham "
    "boston brazil brooklyn brussels budapest bulgaria cairo california canada chicago colombia "
    "colorado copenhagen croatia dallas delhi denmark denver detroit dubai dublin edinburgh egypt "
    "england estonia ethiopia europe finland france geneva germany ghana glasgow greece hawaii "
    "helsinki houston hungary iceland india indonesia iran iraq ireland israel istanbul italy "
    "jakarta jamaica japan jerusalem kenya korea kyoto latvia lebanon lisbon lithuania london "
    "madrid malaysia manchester manila melbourne mexico miami michigan milan minnesota montreal "
    "morocco moscow mumbai munich nairobi nepal netherlands nevada nigeria norway ohio oklahoma "
    "oregon osaka oslo pakistan paris peru philadelphia philippines poland portugal prague romania "
    "russia scotland seattle seoul serbia shanghai singapore slovakia slovenia spain stockholm "
    "sweden switzerland sydney syria taiwan tehran texas thailand tokyo toronto tunisia uganda "
    "ukraine vancouver venezuela venice vienna vietnam warsaw zimbabwe zurich"
)
TOOL_CUES = words(
    "build builds built code coded configure configured configuring debug deploy deployed install "
    "installed installing migrate migrated program programming run runs running script "
    "upgrade upgraded use used uses using via write writes writing written wrote"
)
ORGANIZATION_ENDS = words(
    "ab academy ag airlines association bank bv co college commission committee company "
    "corp corporation council department foundation gmbh group hospital inc institute labs llc "
    "ltd ministry oy plc sa school sl society srl team university"
)
PLACE_ENDS = words(
    "airport avenue bay beach bridge castle city county court district hall hill island "
    "islands lake mountain mountains museum ocean palace park place plaza river road sea square "
    "stadium station street tower valley village"
)
EVENT_ENDS = words(
    "championship conference con conf cup day festival fest games marathon olympics open "
    "summit tournament war week workshop"
)
PROJECT_CUES = words("project repo repository codebase")
TITLES = words(
    "aunt auntie captain cousin dr father grandma grandpa king lady lord madam miss mister mr "
    "mrs ms mx pastor president prince princess prof professor queen sir uncle"
)
PERSON_CUES = words(
    "boss boyfriend brother bro coach colleague cousin coworker dad daughter dentist doctor "
    "fiance fiancee friend girlfriend grandma grandpa husband manager mentor mom mother mum "
    "named neighbor neighbour partner roommate sister son teacher therapist uncle wife"
)
CALENDAR = words(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri "
    "sat sun january february march april may june july august september october november "
    "december jan feb mar apr jun jul aug sep sept oct nov dec weekend today tomorrow tonight "
    "yesterday morning evening afternoon night noon midnight"
)
GREETINGS = words("hey hi hello dear bye goodbye thanks congrats wow yo morning")
# What people write with a capital although it names nothing.
INTERJECTIONS = words(
    "ah aha aka amen asap aww aw bc bday bff bro btw bye cc congrats congratulations cuz damn "
    "dear dm dude eh faq ff fml fyi gee god gonna gosh gotta guys haha hahaha hahah happy hehe hey "
    "hello hi hmm id idk ikr imo imho jk kinda lmao lmfao lol mom dad mum mt na nope np nah oh "
    "omfg omg ooh oops ouch pls plz pm ppl ps re rofl rt sigh smh sorry tbh tgif thanks thx tv ty "
    "u uh um ur ugh url via vs wanna whoa woo woohoo wow wtf xd xo xoxo xx ya yay yea yeah yep "
    "yes yikes yo yup bros finna goodnight gettin gon imma kk lil naw nuff til tonite tryna uni wat xmas xxx"
)


def known(name: str) -> bool:
    """Whether a word names something however it is written."""
    lower = name.lower()
    return lower in SERVICES or lower in PLACES or tool(name)


def tool(name: str) -> bool:
    """Whether a name is a known tool's, whatever stands beside it."""
    lower = name.lower()
    return lower in TOOLS and lower not in AMBIGUOUS
