/// Pages that stand alone, and what they have.
#pragma once

#include <gtest/gtest.h>
#include <vtkSmartPointer.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLUtilities.h>

#include <string>
#include <vector>

namespace dgsolve::test {

/// Well-formed as XML, which HTML need not be; and nothing in it runs or comes from elsewhere.
inline void expect_stands_alone(const std::string& html) {
  const auto root =
      vtkSmartPointer<vtkXMLDataElement>::Take(vtkXMLUtilities::ReadElementFromString(html.c_str()));
  EXPECT_TRUE(root && root->GetName() == std::string("html")) << html.substr(0, 2000);
  for (const char* resource : {"src=", "href=", "url(", "@import", "<script", "<link", "<iframe", "<object",
                               "http:", "https:", "onload", "onclick"})
    EXPECT_EQ(html.find(resource), std::string::npos) << resource;
  // A page that a phone shows at its own width, in the right alphabet.
  EXPECT_NE(html.find("<meta charset=\"utf-8\"/>"), std::string::npos);
  EXPECT_NE(html.find("name=\"viewport\" content=\"width=device-width"), std::string::npos);
}

inline void expect_parts(const std::string& html, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(html.find(part), std::string::npos) << part;
}

}  // namespace dgsolve::test
