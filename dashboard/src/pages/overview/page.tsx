/** Stands in until the page is written. */

import { Head } from "../../components/card";

export default function Page() {
  return <Head title="overview" />;
}
